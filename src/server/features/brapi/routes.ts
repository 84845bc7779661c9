import type { Handlers } from '../../handler.ts'
import { brapiCommonCropNames } from './common-crop-names.ts'
import { brapiImages } from './images.ts'
import { brapiObservationTable } from './observation-table.ts'
import { brapiObservationLevels, brapiObservationUnits } from './observation-units.ts'
import { brapiObservations } from './observations.ts'
import { brapiPrograms } from './programs.ts'
import { brapiSeasons } from './seasons.ts'
import { brapiServerInfo } from './server-info.ts'
import { brapiStudies } from './studies.ts'
import { brapiTrials } from './trials.ts'
import { brapiVariables } from './variables.ts'

export const brapiHandlers = {
  brapiServerInfo: ({ deps, query }) => brapiServerInfo(deps, query),
  brapiCommonCropNames: ({ deps, caller, query }) => brapiCommonCropNames(deps, caller, query),
  brapiPrograms: ({ deps, caller, query }) => brapiPrograms(deps, caller, query),
  brapiTrials: ({ deps, caller, query }) => brapiTrials(deps, caller, query),
  brapiStudies: ({ deps, caller, query }) => brapiStudies(deps, caller, query),
  brapiSeasons: ({ deps, caller, query }) => brapiSeasons(deps, caller, query),
  brapiObservationLevels: ({ query }) => brapiObservationLevels(query),
  brapiObservationUnits: ({ deps, caller, query }) => brapiObservationUnits(deps, caller, query),
  brapiVariables: ({ deps, caller, query }) => brapiVariables(deps, caller, query),
  brapiObservations: ({ deps, caller, query }) => brapiObservations(deps, caller, query),
  brapiObservationTable: ({ deps, caller, query }) => brapiObservationTable(deps, caller, query),
  brapiImages: ({ deps, caller, query }) => brapiImages(deps, caller, query),
} satisfies Partial<Handlers>
