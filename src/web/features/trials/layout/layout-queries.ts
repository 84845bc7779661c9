import { useMutation, useQueryClient } from '@tanstack/react-query'
import { trials } from '#contract/trials.ts'
import type { LaidOutPlot } from '#imagery/plots/layout.ts'
import { callsOf } from '#web/lib/api.ts'
import { layoutCollection } from './layout-collection.ts'

const { call } = callsOf(trials)

type Saving = { trialId: string; hasPlots: boolean; plots: readonly LaidOutPlot[]; epsg: number }

export function useSaveLayout() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ trialId, hasPlots, plots, epsg }: Saving) => {
      const before = hasPlots ? (await call('getPlots', { query: { trialId } })).data.geojson : undefined
      return call('savePlots', { body: { trialId, geojson: layoutCollection(plots, epsg, before) } })
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['trials'] }),
  })
}
