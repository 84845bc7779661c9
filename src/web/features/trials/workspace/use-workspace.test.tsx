import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { OwnColumn } from '../field-book-queries.ts'
import type { Trial } from '../trial-queries.ts'
import { useWorkspace } from './use-workspace.ts'

const YIELD: OwnColumn = {
  columnId: 'column-1',
  name: 'Yield',
  unit: 'kg/ha',
  takenOn: null,
  type: 'number',
  chosenType: null,
  author: 'Cora Customer',
  changedTime: '2026-09-01T09:05:00.000Z',
  values: [{ plotId: '101', value: 5120 }],
}

const MEASUREMENT = {
  measurementId: 'measurement-1',
  state: 'DONE',
  plotsVersion: 1,
  measured: [{ trait: 'NGRDI', name: 'NGRDI', unit: '1', stats: ['mean'], scopes: ['all'], flightIds: ['flight-1'] }],
}
const FLIGHT = { trialFlightId: 'flight-1', moment: '2026-07-01', takenOn: '2026-07-01', shift: null }
const SHOWN = { measurementId: 'measurement-1', trait: 'NGRDI', stat: 'mean', scope: 'all' }

const trialOf = (known: object) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- What a workspace reads.
  ({ trialId: 'trial-1', plantingDate: null, flights: [], measurements: [], ...known }) as unknown as Trial
/** Nothing was measured, so the newest plots count. */
const trialWith = (version: number, plantingDate: string | null) =>
  trialOf({ plantingDate, plotVersions: [{ version }] })

const plotsOf = (genotype: string) => ({
  geojson: {
    features: [{ properties: { plotId: '101', number: 1, genotype }, geometry: { type: 'Polygon', coordinates: [] } }],
  },
})

function openWorkspace(trial: Trial) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(['trials', 'trial', 'trial-1', 'own-columns'], [YIELD])
  for (const [version, genotype] of ['MN0095', 'MN1410'].entries())
    client.setQueryData(['plots', 'trial-1', version + 1], plotsOf(genotype))
  client.setQueryData(['measurement', 'measurement-1'], MEASUREMENT)
  client.setQueryData(['trait-values', SHOWN, 'flight-1'], { values: [0.12], flags: [[]] })
  const { result, rerender } = renderHook((props) => useWorkspace(props.trial).workspace, {
    initialProps: { trial },
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        <MemoryRouter>{children}</MemoryRouter>
      </QueryClientProvider>
    ),
  })
  return (shown: Trial) => {
    rerender({ trial: shown })
    if (!result.current) throw new Error('The workspace is not there')
    return result.current
  }
}

test('values that were measured stay the same ones, so that nothing is computed again for a word in a filter', () => {
  const trial = trialOf({ flights: [FLIGHT], measurements: [MEASUREMENT], plotVersions: [{ version: 1 }] })
  const show = openWorkspace(trial)
  const [before, after] = [show(trial), show(trial)]
  expect(before.dates).toMatchObject([{ flightId: 'flight-1', values: [0.12] }])
  expect(after.dates).toBe(before.dates)
  expect(after.flights).toBe(before.flights)
  expect(after.inputsKey).toBe(before.inputsKey)
})

test('other plots and another planting date are other inputs of what is computed', () => {
  const show = openWorkspace(trialWith(1, null))
  const before = show(trialWith(1, null))
  const corrected = show(trialWith(2, null))
  expect(corrected.plots[0]?.attributes['genotype']).toBe('MN1410')
  expect(corrected.inputsKey).not.toBe(before.inputsKey)
  expect(show(trialWith(1, '2026-05-01')).inputsKey).not.toBe(before.inputsKey)
})
