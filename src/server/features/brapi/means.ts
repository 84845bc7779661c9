import type { z } from 'zod'
import type { brapiObservation } from '#contract/brapi/rows.ts'
import { dateOfDay } from '#domain/dates.ts'
import { AppError } from '#domain/errors.ts'
import type { GenotypeRow } from '#imagery/traits/derived/compare-genotypes.ts'
import { FIELD_PLOTS_MAX } from '#imagery/traits/derived/spatial-means.ts'
import { designOfPlots, genotypesOf } from '#imagery/traits/derived/trial-design.ts'
import { whyNoPlaces } from '#imagery/traits/derived/why-none.ts'
import { OverBudget } from '../../compute/pool.ts'
import type { ComparedGenotypes, work as genotypeWork } from '../../compute/trials/genotype-worker.ts'
import type { Deps } from '../../deps.ts'
import type { PlotRow } from '../trials/queries.ts'
import { type Entry, entryIdOf } from './entries.ts'
import type { PlacedPlot, VariedColumn } from './observed.ts'
import { MEAN_KINDS, type MeanKind, type Variable, variableOfMeans } from './variable-of.ts'

type Observation = z.output<typeof brapiObservation>

/** A mean for each genotype on one date or none. */
export type MeanColumn = { of: VariedColumn; kind: MeanKind; variable: Variable } & Pick<
  VariedColumn,
  'variableDbId' | 'variableName' | 'timeStamp'
>

/** Means of all columns of numbers and dates, where plots name genotypes; adjusted ones where they have places. */
export function meanColumns(plots: readonly PlotRow[], columns: readonly VariedColumn[]): MeanColumn[] {
  const design = designOfPlots(plots)
  if (genotypesOf(design).length === 0) return []
  const hasPlaces = whyNoPlaces(design, FIELD_PLOTS_MAX) === undefined
  const kinds = MEAN_KINDS.filter((kind) => kind === 'BLUE' || hasPlaces)
  return columns
    .filter(({ variable }) => variable.scale.dataType !== 'Text')
    .flatMap((of) =>
      kinds.map((kind) => {
        const variable = variableOfMeans(of.variable, kind)
        const { observationVariableDbId: variableDbId, observationVariableName: variableName } = variable
        return { of, kind, variable, variableDbId, variableName, timeStamp: of.timeStamp }
      }),
    )
}

/** Values of plots that a page is computed from: more of them take minutes. Of few plots, a column takes as long as of 100. */
const VALUES_MAX = 20_000
const PLOTS_MIN = 100

type Wanted = {
  /** All of the trial. */
  plots: readonly PlacedPlot[]
  columns: readonly MeanColumn[]
  entries: readonly Entry[]
  shared: Pick<Observation, 'studyDbId' | 'season'>
}

/** How many of these means can be computed for one page. */
export const meansAtOnce = (plots: number, entries: number): number =>
  Math.max(1, Math.floor(VALUES_MAX / Math.max(PLOTS_MIN, plots)) * entries)

/** Column by column, from one place to another. */
export async function readMeans(
  { compute }: Pick<Deps, 'compute'>,
  { plots, columns, entries, shared }: Wanted,
  [from, to]: readonly [number, number],
): Promise<Observation[]> {
  const pieces = columns.flatMap((column, index) => {
    const start = index * entries.length
    const shown = entries.slice(Math.max(0, from - start), Math.max(0, to - start))
    return shown.length === 0 ? [] : [{ column, shown }]
  })
  const series: { values: (number | null)[]; isAdjusted: boolean }[] = []
  for (const { column } of pieces) {
    const { numbers } = await column.of.values(plots)
    const values = Array.from(numbers, (number) => (Number.isNaN(number) ? null : number))
    series.push({ values, isAdjusted: column.kind === 'adjusted' })
  }
  const compared = series.length === 0 ? [] : await compareAll({ compute }, plots, series)
  return pieces.flatMap(({ column, shown }, at) => {
    const { rows, note } = compared[at] ?? { rows: [], note: undefined }
    const found = new Map(rows.map((row) => [row.genotype, row]))
    return shown.map((entry) => observationOf(column, entry, { shared, row: found.get(entry.genotype), note }))
  })
}

const GENOTYPE_WORKER = new URL('../../compute/trials/genotype-worker.ts', import.meta.url)
const WAIT_SECONDS_MAX = 10

async function compareAll(
  { compute }: Pick<Deps, 'compute'>,
  plots: readonly PlotRow[],
  series: { values: (number | null)[]; isAdjusted: boolean }[],
): Promise<ComparedGenotypes[]> {
  try {
    return await compute.run<typeof genotypeWork>({
      file: GENOTYPE_WORKER,
      input: { plots: designOfPlots(plots), series },
      waitSecondsMax: WAIT_SECONDS_MAX,
    })
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
    throw new AppError('too-large', 'These means take too long at once. Ask for one variable, or for a smaller page.')
  }
}

type Of = { shared: Wanted['shared']; row: GenotypeRow | undefined; note: string | undefined }

/** By the default model, which the method of the variable names. */
function observationOf(
  { of, kind, variable, timeStamp }: MeanColumn,
  { genotype }: Entry,
  { shared, row, note }: Of,
): Observation {
  const { observationVariableDbId, observationVariableName } = variable
  const figures = kind === 'BLUE' ? row : row?.adjusted
  const isDate = variable.scale.dataType === 'Date'
  const { standardError = null } = figures ?? {}
  return {
    ...shared,
    collector: of.collector,
    observationDbId: `${of.id}:${observationVariableDbId}:${genotype}`,
    observationUnitDbId: entryIdOf(shared.studyDbId, genotype),
    observationUnitName: genotype,
    observationVariableDbId,
    observationVariableName,
    ...(timeStamp !== null && { observationTimeStamp: timeStamp }),
    germplasmDbId: genotype,
    germplasmName: genotype,
    ...(figures && { value: isDate ? dateOfDay(figures.mean) : String(figures.mean) }),
    additionalInfo: {
      plots: String(row?.plots ?? 0),
      ...(standardError !== null && { standard_error: String(standardError) }),
      ...(figures &&
        row?.letters != null && { letters: row.letters, letters_by: 'Tukey’s test, 5 % for the whole family' }),
      ...(kind === 'adjusted' && note !== undefined && { note }),
    },
  }
}
