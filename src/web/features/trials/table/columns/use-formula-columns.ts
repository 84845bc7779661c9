import { useMemo } from 'react'
import { DATE_UNIT } from '#domain/dates.ts'
import { mainValueOf } from '#imagery/traits/catalogue/canopy-traits.ts'
import { type ColumnFormula, computeColumn, readColumnFormula } from '#imagery/traits/catalogue/column-formulas.ts'
import type { ColumnVariable } from '#imagery/traits/catalogue/parse-formula.ts'
import { useSameItems } from '#web/lib/use-same-items.ts'
import { type Formula, useFormulas } from '../../formulas/formula-queries.ts'
import { problemOf } from '../../messages.ts'
import { useListsOfValues } from '../../trial-queries.ts'
import { daysAfterPlanting, noPlanting } from '../../workspace/planting.ts'
import type { DatedValues, Trait, Workspace } from '../../workspace/workspace.ts'
import type { TableColumn } from '../table-model.ts'
import { type MeasuredSource, missingIn, type Source, type Sources, sourcesOf } from './formula-sources.ts'

type Values = Pick<DatedValues, 'values' | 'flags'>

const NOTHING: readonly Trait[] = []

/** A formula, and what it reads; or why it can't be computed. */
type Read = { formula: Formula; read: ColumnFormula; problem?: never } | { formula: Formula; problem: string }

/** The columns by formulas of people. What they read of traits, in their main statistic, is loaded when the table is shown. */
export function useFormulaColumns(workspace: Workspace, known: readonly TableColumn[]) {
  const { trial, measurement, plots } = workspace
  const { measurementId = '', measured = NOTHING } = measurement ?? {}
  const { data } = useFormulas(trial.trialId)
  const formulas = useMemo(() => (data ?? []).filter(({ trait }) => trait === null), [data])
  const sources = useMemo(
    () => sourcesOf({ columns: known, measured, flights: trial.flights }),
    [known, measured, trial.flights],
  )
  const all = useMemo(() => formulas.map((formula) => readFormula(formula, sources)), [formulas, sources])
  const loading = useListsOfValues(
    all.map((one) =>
      traitsIn(one, sources).map(({ trait, flightId }) => ({ measurementId, trait, flightId, ...mainValueOf(trait) })),
    ),
  )
  const lists = useSameItems(loading.map(({ data: values }) => values))
  const notes = useSameItems(loading.map(({ error }) => (error ? problemOf(error) : 'Loading…')))
  const columns = useMemo(
    () => all.map((one, at) => columnOf(one, { sources, trial, plots, values: lists[at], note: notes[at] ?? '' })),
    [all, sources, trial, plots, lists, notes],
  )
  return { columns, formulas, sources }
}

function readFormula(formula: Formula, sources: Sources): Read {
  const read = readColumnFormula(formula.formula)
  const problem = typeof read === 'string' ? read : missingIn(read, sources)
  return problem === undefined && typeof read !== 'string' ? { formula, read } : { formula, problem: problem ?? '' }
}

const isMeasured = (source: Source | undefined) => source !== undefined && 'trait' in source

/** What has to be loaded. */
const traitsIn = (one: Read, sources: Sources) =>
  one.problem === undefined ? one.read.columns.map((column) => sources.get(column)).filter(isMeasured) : []

/** The numbers of a source. Dates are days after planting; undefined without a planting date. */
function inputOf(
  source: Source,
  planted: Planted,
  valuesOf: (source: MeasuredSource) => readonly (number | null)[],
): readonly (number | string | null)[] | undefined {
  if (!('column' in source)) return valuesOf(source)
  const { unit, cells } = source.column
  return unit === DATE_UNIT ? daysAfterPlanting(planted, cells) : cells
}

type Planted = Pick<Workspace, 'trial' | 'plots'>
type Inputs = Planted & { sources: Sources; values: readonly Values[] | undefined; note: string }

function columnOf(one: Read, { sources, values, note, ...planted }: Inputs): TableColumn {
  const { formulaId, name, unit, formula } = one.formula
  const column = {
    id: `formula-${formulaId}`,
    title: unit === null ? name : `${name}, ${unit}`,
    unit: unit ?? '',
    hint: `= ${formula}`,
    cells: [],
  }
  if (one.problem !== undefined) return { ...column, note: one.problem }
  if (!values) return { ...column, note }
  const traits = traitsIn(one, sources)
  const inputs = new Map<ColumnVariable, readonly (number | string | null)[]>()
  for (const variable of one.read.columns) {
    const source = sources.get(variable)
    const input = source && inputOf(source, planted, (of) => values[traits.indexOf(of)]?.values ?? [])
    if (!input) return { ...column, note: noPlanting(variable.slice(1, -1)) }
    inputs.set(variable, input)
  }
  const cells = computeColumn(one.read, (variable) => inputs.get(variable) ?? [], planted.plots.length)
  const dates = new Set(traits.map(({ date }) => date))
  const [date] = dates.size === 1 ? dates : []
  return {
    ...column,
    cells,
    flags: cells.map((_, at) => [...new Set(values.flatMap(({ flags }) => flags[at] ?? []))]),
    flightIds: traits.length > 0 ? traits.map(({ flightId }) => flightId) : undefined,
    opens: date === undefined ? {} : { date },
  }
}
