import type { BodyIn } from '#contract/api.ts'
import { trials } from '#contract/trials.ts'
import type { LaidOutPlot } from '#imagery/plots/layout.ts'
import { callsOf } from '#web/lib/api.ts'
import { useChange } from '#web/lib/use-change.ts'
import { TRIALS } from '../trial-queries.ts'
import type { Draft } from './draft.ts'
import { layoutCollection } from './layout-collection.ts'

const { call } = callsOf(trials)

type Saving = {
  trialId: string
  hasPlots: boolean
  seen: number
  layout: Draft
  plots: readonly LaidOutPlot[]
  epsg: number
}

export const useSaveLayout = () =>
  useChange(TRIALS, async ({ trialId, hasPlots, seen, layout, plots, epsg }: Saving) => {
    const before = hasPlots ? (await call('getPlots', { query: { trialId } })).data.geojson : undefined
    return call('savePlots', {
      body: { trialId, geojson: layoutCollection(plots, epsg, before), layout: savedLayout(layout), seen },
    })
  })

type SavedLayout = NonNullable<BodyIn<'savePlots'>['layout']>

/** As a call has it, which may change its arrays. */
const savedLayout = ({ corners, offsets, ...layout }: Draft): SavedLayout => ({
  ...layout,
  corners: corners.map(([x, y]) => [x, y]),
  offsets: Object.fromEntries(Object.entries(offsets).map(([key, [x, y]]) => [key, [x, y]])),
})
