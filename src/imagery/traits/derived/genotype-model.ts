// The model of a trial: genotypes, treatments, replicates and incomplete blocks.
import { crossProducts, type MixedModel, withoutGenotypes } from './mixed-equations.ts'
import { independentColumns } from './symmetric-matrix.ts'
import type { PlotValue } from './trial-design.ts'

/** How many levels have an effect in the model: 1 where there is nothing to fit; blocks inside of replicates are 0 then. */
export type Fitted = { treatments: number; replicates: number; blocks: number }

export type GenotypeModel = {
  /** Of genotypes, in the order in which they first appear. */
  names: string[]
  fitted: Fitted
  /** With an intercept where genotypes are random. */
  modelWith: (genotypes: 'fixed' | 'random') => MixedModel
  /** Of the design with fixed genotypes, the place at which they are compared: all treatments and replicates alike. */
  usual: Float64Array
  /** Above which values are. */
  origin: number
  /** Why fixed genotypes can't be told from other fixed effects. */
  whyApart: 'treatments apart' | 'replicates apart' | undefined
  /** With blocks taken out, too. */
  errorDf: number
}

/** With more of them, the equations take too long: blocks inside replicates are then no part of the model. */
export const BLOCKS_MAX = 500

/**
 * Treatments and replicates are fixed, blocks inside of replicates random. Replicates and blocks count when each plot has one. Values
 * are finite.
 */
export function genotypeModel(plots: readonly PlotValue[]): GenotypeModel {
  const levels = levelsOf(plots)
  const whole = createModel(plots, levels)
  return whole.errorDf > 0 || levels.blocks.length === 0 ? whole : createModel(plots, { ...levels, blocks: [] })
}

type Levels = { treatments: (string | undefined)[]; replicates: (string | undefined)[]; blocks: string[] }

function levelsOf(plots: readonly PlotValue[]): Levels {
  const found = [...new Set(plots.map(({ replicate }) => replicate))]
  const replicates = found.includes(undefined) ? [undefined] : found
  const blocks = [...new Set(plots.map(blockOf))]
  const areInside =
    plots.every(({ block }) => block !== undefined) && blocks.length > replicates.length && blocks.length < plots.length
  return {
    treatments: [...new Set(plots.map(({ treatment }) => treatment))],
    replicates,
    blocks: areInside && blocks.length <= BLOCKS_MAX ? blocks : [],
  }
}

const blockOf = ({ replicate, block }: PlotValue): string => JSON.stringify([replicate, block])

function createModel(plots: readonly PlotValue[], levels: Levels): GenotypeModel {
  const { treatments, replicates, blocks } = levels
  const names = [...new Set(plots.map(({ genotype }) => genotype))]
  const origin = plots.reduce((sum, { value }) => sum + value, 0) / plots.length
  const place = new Map(names.map((name, at) => [name, at]))
  const genotypeOf = Int32Array.from(plots, ({ genotype }) => place.get(genotype) ?? 0)
  const counts = new Float64Array(names.length)
  for (const at of genotypeOf) counts[at] = (counts[at] ?? 0) + 1
  const { effects, usual } = effectsOf(plots, levels)
  const blockAt = new Map(blocks.map((name, at) => [name, at]))
  const modelWith = (genotypes: 'fixed' | 'random'): MixedModel => {
    const isRandom = genotypes === 'random'
    const fixed = usual.length + Number(isRandom)
    return {
      isRandom,
      genotypeOf,
      counts,
      values: Float64Array.from(plots, ({ value }) => value - origin),
      design: {
        fixed,
        groups: blocks.length > 0 ? [{ name: 'block', columns: blocks.length }] : [],
        rows: plots.map((plot, at) => {
          const row = new Float64Array(fixed + blocks.length)
          if (isRandom) row[0] = 1
          row.set(effects[at] ?? [], Number(isRandom))
          if (blocks.length > 0) row[fixed + (blockAt.get(blockOf(plot)) ?? 0)] = 1
          return row
        }),
      },
    }
  }
  const sums = crossProducts(modelWith('fixed'))
  const apart = independentColumns(withoutGenotypes(sums, 0).matrix, sums.size)
  const missing = Array.from(usual.keys()).find((at) => !apart.includes(at))
  return {
    names,
    fitted: { treatments: treatments.length, replicates: replicates.length, blocks: blocks.length },
    modelWith,
    usual: Float64Array.from({ length: sums.size }, (_, at) => usual[at] ?? 0),
    origin,
    whyApart:
      missing === undefined ? undefined : missing < treatments.length - 1 ? 'treatments apart' : 'replicates apart',
    errorDf: plots.length - names.length - apart.length,
  }
}

/** Columns of treatments and replicates but the first ones, as far as they differ; and where all of them are alike. */
function effectsOf(plots: readonly PlotValue[], { treatments, replicates }: Levels) {
  const columns = [
    () => 1,
    ...treatments.slice(1).map(
      (one) =>
        ({ treatment }: PlotValue) =>
          Number(treatment === one),
    ),
    ...replicates.slice(1).map(
      (one) =>
        ({ replicate }: PlotValue) =>
          Number(replicate === one),
    ),
  ]
  const cells = [...Map.groupBy(plots, ({ treatment, replicate }) => JSON.stringify([treatment, replicate])).values()]
  const rows = cells.flatMap(([plot]) => (plot ? [columns.map((of) => of(plot))] : []))
  const squares = new Float64Array(columns.length ** 2)
  for (const row of rows)
    for (const [at, one] of row.entries())
      for (const [other, two] of row.entries())
        squares[at * columns.length + other] = (squares[at * columns.length + other] ?? 0) + one * two
  const kept = independentColumns(squares, columns.length).slice(1)
  // Replicates that lie inside of treatments: each pair that is there counts alike.
  const isNested = kept.length < columns.length - 1
  return {
    effects: plots.map((plot) => kept.map((at) => columns[at]?.(plot) ?? 0)),
    usual: kept.map((at) =>
      isNested
        ? rows.reduce((sum, row) => sum + (row[at] ?? 0), 0) / rows.length
        : 1 / (at < treatments.length ? treatments.length : replicates.length),
    ),
  }
}
