import { useMemo } from 'react'
import { mainValueOf } from '#imagery/traits/catalogue/canopy-traits.ts'
import { type ColumnFormula, computeColumn, readColumnFormula } from '#imagery/traits/catalogue/column-formulas.ts'
import { type Formula, useFormulas } from '../formulas/formula-queries.ts'
import { problemOf } from '../messages.ts'
import { useListsOfValues } from '../trial-queries.ts'
import type { DatedValues, Workspace } from '../workspace/workspace.ts'
import { missingIn, type Source, type Sources, sourcesOf } from './formula-sources.ts'
import type { TableColumn } from './table-model.ts'

type Values = Omit<DatedValues, 'flightId' | 'date'>

/** A formula, and what it reads; or why it can't be computed. */
type Read = { formula: Formula; read: ColumnFormula; problem?: never } | { formula: Formula; problem: string }

/** The columns by formulas of people. What they read of traits, in their main statistic, is loaded when the table is shown. */
export function useFormulaColumns({ trial, measurement, outlines }: Workspace, known: readonly TableColumn[]) {
  const { measurementId, measured } = measurement
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
  const states = loading.map(({ data: values, error }) => (values ? 'loaded' : error ? problemOf(error) : 'Loading…'))
  const columns = useMemo(
    () =>
      all.map((one, at) =>
        columnOf(one, {
          sources,
          plots: outlines.plots.length,
          values: loading[at]?.data,
          note: states[at] ?? '',
        }),
      ),
    // The values of a measurement never change, but their objects are made again on each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [all, sources, outlines, states.join()],
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

type Inputs = { sources: Sources; plots: number; values: readonly Values[] | undefined; note: string }

function columnOf(one: Read, { sources, plots, values, note }: Inputs): TableColumn {
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
  const cells = computeColumn(
    one.read,
    (variable) => {
      const source = sources.get(variable)
      if (!source) return []
      return 'column' in source ? source.column.cells : (values[traits.indexOf(source)]?.values ?? [])
    },
    plots,
  )
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
