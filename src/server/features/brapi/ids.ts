import { type RawBuilder, sql } from 'kysely'
import type { Plot } from '#domain/trials.ts'
import { allOf } from '../../lists/search.ts'
import { hasWanted, type Wanted } from './asked.ts'

/** A plot keeps it in all versions of the plots. */
export const unitIdOf = (trialId: string, { plotId }: Pick<Plot, 'plotId'>): string => `${trialId}:${plotId}`

/** Parameters that choose units, beside those that choose their studies. */
export const UNIT_CHOICES = [
  'observationUnitDbId',
  'observationUnitName',
  'observationUnitLevelName',
  'observationUnitLevelCode',
  'observationUnitLevelRelationshipName',
  'observationUnitLevelRelationshipCode',
  'germplasmDbId',
  'germplasmName',
] as const

/** For queries on plots: those that a client asks for, whatever their level is called. */
export function unitMatches(wanted: Wanted) {
  const { observationUnitLevelRelationshipName: levels, observationUnitLevelRelationshipCode: codes } = wanted
  const trialIds = wanted['observationUnitDbId']?.map(trialOfUnit)
  return allOf([
    hasWanted(UNIT_COLUMNS, wanted),
    ...(trialIds ? [sql<boolean>`plots.trial_id = any(${trialIds}::text[])`] : []),
    ...(levels || codes ? [isPartOf(levels, codes)] : []),
  ])
}

const UNIT_COLUMNS = {
  observationUnitDbId: sql`plots.trial_id || ':' || plots.plot_id`,
  observationUnitName: sql`plots.plot_id`,
  observationUnitLevelCode: sql`plots.plot_id`,
  germplasmDbId: sql`plots.attributes ->> 'genotype'`,
  germplasmName: sql`plots.attributes ->> 'genotype'`,
}

/** In a replicate, a block or an entry, or in its field. */
const isPartOf = (
  levels: readonly string[] = ['field', 'entry', 'rep', 'block', 'plot'],
  codes?: readonly string[],
) => {
  const isOf = (column: RawBuilder<string>) =>
    codes ? sql<boolean>`${column} = any(${codes}::text[])` : sql<boolean>`${column} is not null`
  const columns: Record<string, RawBuilder<string>> = {
    field: sql`plots.trial_id`,
    entry: sql`plots.attributes ->> 'genotype'`,
    rep: sql`plots.attributes ->> 'rep'`,
    block: sql`plots.attributes ->> 'block'`,
    plot: sql`plots.plot_id`,
  }
  const parts = levels.flatMap((level) => (columns[level] ? [isOf(columns[level])] : []))
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`
}

const trialOfUnit = (id: string): string => id.split(':', 1)[0] ?? ''

/** And of a mean, which is of a genotype of a trial. */
export const trialsOfUnits = (ids: readonly string[]): string[] =>
  ids.map((id) => trialOfUnit(id.startsWith(ENTRY_PREFIX) ? id.slice(ENTRY_PREFIX.length) : id))

export const ENTRY_PREFIX = 'entry:'

export const germplasmOf = ({ attributes: { genotype } }: Pick<Plot, 'attributes'>) =>
  genotype === undefined ? {} : { germplasmDbId: genotype, germplasmName: genotype }

export const REFERENCE_SOURCE = 'Skyfurrow'

export const entryTypeOf = ({ entryType }: Plot['attributes']) =>
  ENTRY_TYPES.find((one) => one === entryType?.toUpperCase())

const ENTRY_TYPES = ['CHECK', 'TEST', 'FILLER'] as const
