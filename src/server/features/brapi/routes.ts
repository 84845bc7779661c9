import type { Handlers } from '../../handler.ts'
import { answerList, answerOne } from './answer.ts'
import { events } from './events.ts'
import { germplasm } from './germplasm.ts'
import { getImageContent } from './image-content.ts'
import { images } from './images.ts'
import { locations } from './locations.ts'
import { observationTable, TABLE_CHOICES, unitTable } from './observation-table.ts'
import { levels, observationUnits } from './observation-units.ts'
import { observations } from './observations.ts'
import { answerSearch, startSearch } from './searches.ts'
import { brapiServerInfo } from './server-info.ts'
import { studies } from './studies.ts'
import { crops, lists, programs, seasons, studyTypes, trials } from './study-groups.ts'
import { answerTable } from './table.ts'
import { methods, scales, traits, variables } from './variables.ts'
import { changeImage } from './writing/change-image.ts'
import { changeObservations } from './writing/change-observations.ts'
import { makeImages } from './writing/make-images.ts'
import { makeObservations } from './writing/make-observations.ts'
import { makeStudies } from './writing/make-studies.ts'
import { makeUnits } from './writing/make-units.ts'
import { makeVariables } from './writing/make-variables.ts'
import { saveImageContent } from './writing/save-image-content.ts'

const ofUnits = { noun: 'observationunits', chooses: TABLE_CHOICES, read: unitTable } as const
const ofObservations = { noun: 'observations', chooses: TABLE_CHOICES, read: observationTable } as const

export const brapiHandlers = {
  brapiMakeStudies: ({ deps, caller, body }) => makeStudies(deps, caller, body),
  brapiMakeUnits: ({ deps, caller, body, signal }) => makeUnits(deps, caller, { written: body, signal }),
  brapiMakeVariables: ({ deps, caller, body }) => makeVariables(deps, caller, body),
  brapiMakeObservations: ({ deps, caller, body }) => makeObservations(deps, caller, body),
  brapiChangeObservations: ({ deps, caller, body }) => changeObservations(deps, caller, body),
  brapiChangeObservation: async ({ deps, caller, query: { observationDbId }, body }) => {
    const { metadata, result } = await changeObservations(deps, caller, { [observationDbId]: body })
    const [changed] = result.data
    if (!changed) throw new Error('What was changed is answered')
    return { metadata, result: changed }
  },
  brapiMakeImages: ({ deps, caller, body }) => makeImages(deps, caller, body),
  brapiChangeImage: ({ deps, caller, query: { imageDbId }, body }) =>
    changeImage(deps, caller, { imageDbId, written: body }),
  brapiSaveImageContent: ({ deps, caller, query: { imageDbId }, bytes, signal }) =>
    saveImageContent(deps, caller, { imageDbId, bytes, signal }),
  brapiImageContent: ({ deps, caller, query }) => getImageContent(deps, caller, query),
  brapiServerInfo: ({ deps, query }) => brapiServerInfo(deps, query),
  brapiCommonCropNames: (call) => answerList(crops, call),
  brapiStudyTypes: (call) => answerList(studyTypes, call),
  brapiObservationLevels: (call) => answerList(levels, call),
  brapiEvents: (call) => answerList(events, call),
  brapiSeasons: (call) => answerList(seasons, call),
  brapiSeason: (call) => answerOne(seasons, call),
  brapiTraits: (call) => answerList(traits, call),
  brapiTrait: (call) => answerOne(traits, call),
  brapiScales: (call) => answerList(scales, call),
  brapiScale: (call) => answerOne(scales, call),
  brapiMethods: (call) => answerList(methods, call),
  brapiMethod: (call) => answerOne(methods, call),
  brapiPrograms: (call) => answerList(programs, call),
  brapiProgram: (call) => answerOne(programs, call),
  brapiSearchPrograms: (call) => startSearch(programs, call),
  brapiFoundPrograms: (call) => answerSearch(programs, call),
  brapiTrials: (call) => answerList(trials, call),
  brapiTrial: (call) => answerOne(trials, call),
  brapiSearchTrials: (call) => startSearch(trials, call),
  brapiFoundTrials: (call) => answerSearch(trials, call),
  brapiStudies: (call) => answerList(studies, call),
  brapiStudy: (call) => answerOne(studies, call),
  brapiSearchStudies: (call) => startSearch(studies, call),
  brapiFoundStudies: (call) => answerSearch(studies, call),
  brapiLocations: (call) => answerList(locations, call),
  brapiLocation: (call) => answerOne(locations, call),
  brapiSearchLocations: (call) => startSearch(locations, call),
  brapiFoundLocations: (call) => answerSearch(locations, call),
  brapiGermplasms: (call) => answerList(germplasm, call),
  brapiGermplasm: (call) => answerOne(germplasm, call),
  brapiSearchGermplasm: (call) => startSearch(germplasm, call),
  brapiFoundGermplasm: (call) => answerSearch(germplasm, call),
  brapiObservationUnits: (call) => answerList(observationUnits, call),
  brapiObservationUnit: (call) => answerOne(observationUnits, call),
  brapiSearchObservationUnits: (call) => startSearch(observationUnits, call),
  brapiFoundObservationUnits: (call) => answerSearch(observationUnits, call),
  brapiVariables: (call) => answerList(variables, call),
  brapiVariable: (call) => answerOne(variables, call),
  brapiSearchVariables: (call) => startSearch(variables, call),
  brapiFoundVariables: (call) => answerSearch(variables, call),
  brapiObservations: (call) => answerList(observations, call),
  brapiObservation: (call) => answerOne(observations, call),
  brapiSearchObservations: (call) => startSearch(observations, call),
  brapiFoundObservations: (call) => answerSearch(observations, call),
  brapiImages: (call) => answerList(images, call),
  brapiImage: (call) => answerOne(images, call),
  brapiSearchImages: (call) => startSearch(images, call),
  brapiFoundImages: (call) => answerSearch(images, call),
  brapiLists: (call) => answerList(lists, call),
  brapiList: (call) => answerOne(lists, call),
  brapiSearchLists: (call) => startSearch(lists, call),
  brapiFoundLists: (call) => answerSearch(lists, call),
  brapiObservationUnitTable: (call) => answerTable(ofUnits, call),
  brapiObservationTable: (call) => answerTable(ofObservations, call),
} satisfies Partial<Handlers>
