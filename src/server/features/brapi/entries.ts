import type { z } from 'zod'
import type { brapiUnit } from '#contract/brapi/rows.ts'
import { naturalOrder } from '#domain/natural-order.ts'
import type { Trial } from '../../adapters/db/schema.ts'
import type { PlotRow } from '../trials/queries.ts'
import type { Wanted } from './asked.ts'
import { ENTRY_PREFIX, entryTypeOf, UNIT_CHOICES } from './ids.ts'
import { levelOf } from './levels.ts'
import type { StudyGroups } from './visible-studies.ts'

type Unit = z.output<typeof brapiUnit>

/** A genotype of a study, which its means are values of. */
export type Entry = { genotype: string; entryType: ReturnType<typeof entryTypeOf> }

/** Units of other levels than plots are given only to who asks for them: an average over all would count a mean as a further plot. */
export function areEntries({ observationUnitLevelName: levels, observationUnitDbId: ids }: Wanted): boolean {
  if (levels) return levels.includes('entry')
  return ids !== undefined && ids.length > 0 && ids.every((id) => id.startsWith(ENTRY_PREFIX))
}

export const arePlots = (wanted: Wanted): boolean =>
  wanted['observationUnitLevelName']?.includes('plot') ?? !areEntries(wanted)

export const entryIdOf = (trialId: string, genotype: string): string => `${ENTRY_PREFIX}${trialId}:${genotype}`

/** In the order of their names. */
export function entriesIn(plots: readonly PlotRow[], trialId: string, wanted: Wanted): Entry[] {
  const found = new Map<string, Entry>()
  for (const { attributes } of plots)
    if (attributes.genotype !== undefined && !found.has(attributes.genotype))
      found.set(attributes.genotype, { genotype: attributes.genotype, entryType: entryTypeOf(attributes) })
  return [...found.values()]
    .filter(({ genotype }) => {
      const entry: Record<(typeof UNIT_CHOICES)[number], string | undefined> = {
        observationUnitDbId: entryIdOf(trialId, genotype),
        observationUnitName: genotype,
        observationUnitLevelName: 'entry',
        observationUnitLevelCode: genotype,
        observationUnitLevelRelationshipName: 'field',
        observationUnitLevelRelationshipCode: trialId,
        germplasmDbId: genotype,
        germplasmName: genotype,
      }
      return UNIT_CHOICES.every((name) => wanted[name]?.includes(entry[name] ?? '') ?? true)
    })
    .toSorted((one, other) => naturalOrder(one.genotype, other.genotype))
}

/** A trial is one field, which has its name. */
export const studyOfUnit = ({ id, name, programDbId, programName, trialDbId, trialName }: StudyOfUnit) => ({
  programDbId,
  programName,
  trialDbId,
  trialName,
  studyDbId: id,
  studyName: name,
  locationDbId: id,
  locationName: name,
})

type StudyOfUnit = Pick<Trial, 'id' | 'name'> & StudyGroups

export function unitOfEntry(trial: StudyOfUnit, { genotype, entryType }: Entry): Unit {
  const id = entryIdOf(trial.id, genotype)
  return {
    observationUnitDbId: id,
    observationUnitName: genotype,
    observationUnitPUI: id,
    ...studyOfUnit(trial),
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
