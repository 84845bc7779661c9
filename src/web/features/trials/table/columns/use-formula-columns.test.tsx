import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DATE_UNIT, dayOf } from '#domain/dates.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import type { TableColumn } from '../table-model.ts'
import { useFormulaColumns } from './use-formula-columns.ts'

const HEADING: TableColumn = { id: 'own-1', title: 'Heading', unit: DATE_UNIT, cells: [dayOf('2026-06-20')] }
const FORMULA = {
  formulaId: 'formula-1',
  trait: null,
  name: 'Half of the time',
  formula: '[Heading] / 2',
  unit: null,
  author: 'Cora Customer',
  changedTime: '2026-07-01T09:05:00.000Z',
}

const known = [HEADING]
const plots = [{ plotId: '101', attributes: {} }]
const flights: readonly never[] = []

/** Of a trial without a measurement. */
const plantedOn = (plantingDate: string | null) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- What formulas read.
  ({ trial: { trialId: 'trial-1', plantingDate, flights }, plots, measurement: null }) as unknown as Workspace

test('a formula that reads dates is computed as soon as the trial has a planting date, and again when that changes', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(['trials', 'trial', 'trial-1', 'formulas'], [FORMULA])
  const { result, rerender } = renderHook(({ workspace }) => useFormulaColumns(workspace, known).columns, {
    initialProps: { workspace: plantedOn(null) },
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await waitFor(() =>
    expect(result.current).toMatchObject([{ cells: [], note: expect.stringContaining('has no planting date') }]),
  )
  rerender({ workspace: plantedOn('2026-05-01') })
  expect(result.current).toMatchObject([{ cells: [25] }])
  rerender({ workspace: plantedOn('2026-05-11') })
  expect(result.current).toMatchObject([{ cells: [20] }])
})
