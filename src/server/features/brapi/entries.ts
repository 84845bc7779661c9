import type { z } from 'zod'
import type { brapiUnit } from '#contract/brapi.ts'
import { naturalOrder } from '#domain/natural-order.ts'
import type { Trial } from '../../adapters/db/schema.ts'
import type { PlotRow } from '../trials/queries.ts'
import { entryTypeOf, type UnitFilter } from './ids.ts'
import { levelOf } from './levels.ts'

type Unit = z.output<typeof brapiUnit>

/** A genotype of a study, which its means are values of. */
export type Entry = { genotype: string; entryType: ReturnType<typeof entryTypeOf> }

/** Units of other levels than plots are given only to who asks for them: an average over all would count a mean as a further plot. */
export const areEntries = ({ observationUnitLevelName: level, observationUnitDbId: id }: UnitFilter): boolean =>
  level === 'entry' || (level === undefined && id?.startsWith(PREFIX) === true)

const PREFIX = 'entry:'

export const entryIdOf = (trialId: string, genotype: string): string => `${PREFIX}${trialId}:${genotype}`

/** In the order of their names. */
export function entriesIn(plots: readonly PlotRow[], trialId: string, filter: UnitFilter): Entry[] {
  const found = new Map<string, Entry>()
  for (const { attributes } of plots)
    if (attributes.genotype !== undefined && !found.has(attributes.genotype))
      found.set(attributes.genotype, { genotype: attributes.genotype, entryType: entryTypeOf(attributes) })
  const wanted = Object.entries(filter).filter(([, value]) => value !== undefined)
  return [...found.values()]
    .filter(({ genotype }) => {
      const entry: UnitFilter = {
        observationUnitDbId: entryIdOf(trialId, genotype),
        observationUnitName: genotype,
        observationUnitLevelName: 'entry',
        observationUnitLevelCode: genotype,
        germplasmDbId: genotype,
        germplasmName: genotype,
      }
      return wanted.every(([name, value]) => entry[name as keyof UnitFilter] === value)
    })
    .toSorted((one, other) => naturalOrder(one.genotype, other.genotype))
}

export function unitOfEntry(trial: Trial, { genotype, entryType }: Entry): Unit {
  const id = entryIdOf(trial.id, genotype)
  return {
    observationUnitDbId: id,
    observationUnitName: genotype,
    observationUnitPUI: id,
    studyDbId: trial.id,
    studyName: trial.name,
    germplasmDbId: genotype,
    germplasmName: genotype,
    observationUnitPosition: {
      observationLevel: levelOf('entry', genotype),
      observationLevelRelationships: [levelOf('field', trial.id), levelOf('entry', genotype)],
      ...(entryType && { entryType }),
    },
    treatments: [],
    additionalInfo: {},
    externalReferences: [],
  }
}
