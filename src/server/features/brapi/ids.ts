import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { OwnTrait } from '#domain/trial-formulas.ts'
import type { Plot } from '#domain/trials.ts'
import { mainValueOf } from '#imagery/traits/catalogue/canopy-traits.ts'

/** A plot keeps it in all versions of the plots. */
export const unitIdOf = (trialId: string, { plotId }: Pick<Plot, 'plotId'>): string => `${trialId}:${plotId}`

const digestOf = (parts: readonly (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12)

/** With another formula it is another variable, so that values that a database holds keep their meaning. */
export function variableIdOf(trait: string, own: readonly OwnTrait[] = []): string {
  const computed = own.find((one) => one.trait === trait)
  return [variableNameOf(trait), ...(computed ? [digestOf([computed.formula, computed.unit])] : [])].join('_')
}

/** Of an own column: in all trials the same for the same name in the same unit. */
export const ownVariableIdOf = ({ name, unit }: { name: string; unit: string | null }): string =>
  `own_${digestOf([name, unit])}`

export const variableNameOf = (trait: string): string => `${trait}_${mainValueOf(trait).stat}`

export type UnitFilter = Partial<
  Record<
    | 'observationUnitDbId'
    | 'observationUnitName'
    | 'observationUnitLevelName'
    | 'observationUnitLevelCode'
    | 'germplasmDbId'
    | 'germplasmName',
    string | undefined
  >
>

const wanted = (column: RawBuilder<string>, ...values: (string | undefined)[]) =>
  values.flatMap((value) => (value === undefined ? [] : [sql<boolean>`${column} = ${value}`]))

/** For queries on plots: those that a client asks for. */
export function unitMatches(trialId: string, filter: UnitFilter) {
  return sql.join<boolean>(
    [
      sql<boolean>`${filter.observationUnitLevelName ?? 'plot'}::text = 'plot'`,
      ...wanted(sql`${`${trialId}:`}::text || plots.plot_id`, filter.observationUnitDbId),
      ...wanted(sql`plots.plot_id`, filter.observationUnitName, filter.observationUnitLevelCode),
      ...wanted(sql`plots.attributes ->> 'genotype'`, filter.germplasmDbId, filter.germplasmName),
    ],
    sql` and `,
  )
}

export const germplasmOf = ({ attributes: { genotype } }: Pick<Plot, 'attributes'>) =>
  genotype === undefined ? {} : { germplasmDbId: genotype, germplasmName: genotype }

export const REFERENCE_SOURCE = 'Skyfurrow'

export const entryTypeOf = ({ entryType }: Plot['attributes']) =>
  ENTRY_TYPES.find((one) => one === entryType?.toUpperCase())

const ENTRY_TYPES = ['CHECK', 'TEST', 'FILLER'] as const
