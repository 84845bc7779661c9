import type { Handlers } from '../../handler.ts'
import { answerList, answerOne } from './answer.ts'
import { askedOf } from './asked.ts'
import { events } from './events.ts'
import { germplasm } from './germplasm.ts'
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
import { changeObservations } from './writing/change-observations.ts'
import { makeObservations } from './writing/make-observations.ts'
import { makeStudies } from './writing/make-studies.ts'
import { makeUnits } from './writing/make-units.ts'
import { makeVariables } from './writing/make-variables.ts'

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
  brapiServerInfo: ({ deps, query }) => brapiServerInfo(deps, query),
  brapiCommonCropNames: ({ deps, caller, query }) => answerList(crops, deps, caller, askedOf(crops.noun, query)),
  brapiStudyTypes: ({ deps, caller, query }) => answerList(studyTypes, deps, caller, askedOf(studyTypes.noun, query)),
  brapiObservationLevels: ({ deps, caller, query }) => answerList(levels, deps, caller, askedOf(levels.noun, query)),
  brapiEvents: ({ deps, caller, query }) => answerList(events, deps, caller, askedOf(events.noun, query)),
  brapiSeasons: ({ deps, caller, query }) => answerList(seasons, deps, caller, askedOf(seasons.noun, query)),
  brapiSeason: ({ deps, caller, query }) => answerOne(seasons, deps, caller, query),
  brapiTraits: ({ deps, caller, query }) => answerList(traits, deps, caller, askedOf(traits.noun, query)),
  brapiTrait: ({ deps, caller, query }) => answerOne(traits, deps, caller, query),
  brapiScales: ({ deps, caller, query }) => answerList(scales, deps, caller, askedOf(scales.noun, query)),
  brapiScale: ({ deps, caller, query }) => answerOne(scales, deps, caller, query),
  brapiMethods: ({ deps, caller, query }) => answerList(methods, deps, caller, askedOf(methods.noun, query)),
  brapiMethod: ({ deps, caller, query }) => answerOne(methods, deps, caller, query),
  brapiPrograms: ({ deps, caller, query }) => answerList(programs, deps, caller, askedOf(programs.noun, query)),
  brapiProgram: ({ deps, caller, query }) => answerOne(programs, deps, caller, query),
  brapiSearchPrograms: ({ deps, caller, body }) => startSearch(deps, caller, { noun: programs.noun, body }),
  brapiFoundPrograms: ({ deps, caller, query }) => answerSearch(programs, deps, caller, query),
  brapiTrials: ({ deps, caller, query }) => answerList(trials, deps, caller, askedOf(trials.noun, query)),
  brapiTrial: ({ deps, caller, query }) => answerOne(trials, deps, caller, query),
  brapiSearchTrials: ({ deps, caller, body }) => startSearch(deps, caller, { noun: trials.noun, body }),
  brapiFoundTrials: ({ deps, caller, query }) => answerSearch(trials, deps, caller, query),
  brapiStudies: ({ deps, caller, query }) => answerList(studies, deps, caller, askedOf(studies.noun, query)),
  brapiStudy: ({ deps, caller, query }) => answerOne(studies, deps, caller, query),
  brapiSearchStudies: ({ deps, caller, body }) => startSearch(deps, caller, { noun: studies.noun, body }),
  brapiFoundStudies: ({ deps, caller, query }) => answerSearch(studies, deps, caller, query),
  brapiLocations: ({ deps, caller, query }) => answerList(locations, deps, caller, askedOf(locations.noun, query)),
  brapiLocation: ({ deps, caller, query }) => answerOne(locations, deps, caller, query),
  brapiSearchLocations: ({ deps, caller, body }) => startSearch(deps, caller, { noun: locations.noun, body }),
  brapiFoundLocations: ({ deps, caller, query }) => answerSearch(locations, deps, caller, query),
  brapiGermplasms: ({ deps, caller, query }) => answerList(germplasm, deps, caller, askedOf(germplasm.noun, query)),
  brapiGermplasm: ({ deps, caller, query }) => answerOne(germplasm, deps, caller, query),
  brapiSearchGermplasm: ({ deps, caller, body }) => startSearch(deps, caller, { noun: germplasm.noun, body }),
  brapiFoundGermplasm: ({ deps, caller, query }) => answerSearch(germplasm, deps, caller, query),
  brapiObservationUnits: ({ deps, caller, query }) =>
    answerList(observationUnits, deps, caller, askedOf(observationUnits.noun, query)),
  brapiObservationUnit: ({ deps, caller, query }) => answerOne(observationUnits, deps, caller, query),
  brapiSearchObservationUnits: ({ deps, caller, body }) =>
    startSearch(deps, caller, { noun: observationUnits.noun, body }),
  brapiFoundObservationUnits: ({ deps, caller, query }) => answerSearch(observationUnits, deps, caller, query),
  brapiVariables: ({ deps, caller, query }) => answerList(variables, deps, caller, askedOf(variables.noun, query)),
  brapiVariable: ({ deps, caller, query }) => answerOne(variables, deps, caller, query),
  brapiSearchVariables: ({ deps, caller, body }) => startSearch(deps, caller, { noun: variables.noun, body }),
  brapiFoundVariables: ({ deps, caller, query }) => answerSearch(variables, deps, caller, query),
  brapiObservations: ({ deps, caller, query }) =>
    answerList(observations, deps, caller, askedOf(observations.noun, query)),
  brapiObservation: ({ deps, caller, query }) => answerOne(observations, deps, caller, query),
  brapiSearchObservations: ({ deps, caller, body }) => startSearch(deps, caller, { noun: observations.noun, body }),
  brapiFoundObservations: ({ deps, caller, query }) => answerSearch(observations, deps, caller, query),
  brapiImages: ({ deps, caller, query }) => answerList(images, deps, caller, askedOf(images.noun, query)),
  brapiImage: ({ deps, caller, query }) => answerOne(images, deps, caller, query),
  brapiSearchImages: ({ deps, caller, body }) => startSearch(deps, caller, { noun: images.noun, body }),
  brapiFoundImages: ({ deps, caller, query }) => answerSearch(images, deps, caller, query),
  brapiLists: ({ deps, caller, query }) => answerList(lists, deps, caller, askedOf(lists.noun, query)),
  brapiList: ({ deps, caller, query }) => answerOne(lists, deps, caller, query),
  brapiSearchLists: ({ deps, caller, body }) => startSearch(deps, caller, { noun: lists.noun, body }),
  brapiFoundLists: ({ deps, caller, query }) => answerSearch(lists, deps, caller, query),
  brapiObservationUnitTable: ({ deps, caller, query, accept }) =>
    answerTable(ofUnits, deps, caller, { ...askedOf('observationunits', query), accept }),
  brapiObservationTable: ({ deps, caller, query, accept }) =>
    answerTable(ofObservations, deps, caller, { ...askedOf('observations', query), accept }),
} satisfies Partial<Handlers>
