import { useMutation } from '@tanstack/react-query'
import { keyOf, type LaidOutPlot, middleOf, moveBlock, movePlot } from '#imagery/plots/layout.ts'
import type { Position } from '#imagery/plots/polygon.ts'
import type { Shift, Snapped } from '#imagery/plots/snap.ts'
import { meanOf } from '../analysis/summary.ts'
import type { FieldPlane } from '../flight-map/plane-of.ts'
import type { Photo } from '../flight-map/read-around.ts'
import { runOnce } from '../plots/run-once.ts'
import { readCover } from './read-cover.ts'
import type { SnapOrder } from './snap-worker.ts'
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import workerAddress from './snap-worker.ts?worker&url'
import type { Editing } from './use-draft.ts'

type Snapping = Editing & { plots: readonly LaidOutPlot[]; photo: Photo; plane: FieldPlane }

export type SnapResult = {
  /** Contrasts of cover, of all plots together. */
  before: number
  after: number
  /** The longest way, in metres. */
  farthest: number
  /** Plots that were shifted further than a good layout would need. */
  misfits: readonly string[]
}

/** Below this, what looks like a better place is chance. */
const CONTRAST_MIN = 0.05

/** Shifts the block or each plot to its plants. The answer is null where plants and gaps look alike. */
export const useSnap = ({ draft, plots, onChange, photo, plane }: Snapping) =>
  useMutation({
    mutationFn: async (what: 'block' | 'plots'): Promise<SnapResult | null> => {
      const { signal } = new AbortController()
      const rings = plots.map(({ ring }) => ring.map(plane.toPlane))
      const cover = await readCover(photo, rings, signal)
      const snapped = await runOnce<Snapped>(workerAddress, { rings, cover } satisfies SnapOrder, signal)
      const shifts = what === 'block' ? plots.map(() => snapped.block) : snapped.plots
      const after = meanOf(shifts.map((shift) => shift.after))
      if (after < CONTRAST_MIN) return null
      const ways = shifts.map((shift, at) => inMetres(plane, rings[at] ?? [], shift))
      const [first = [0, 0]] = ways
      const moved =
        what === 'block'
          ? moveBlock(draft, first)
          : plots.reduce((next, plot, at) => movePlot(next, keyOf(plot), ways[at] ?? [0, 0]), draft)
      // What was changed meanwhile stays.
      onChange((before) => (before === draft ? moved : before))
      return {
        before: meanOf(shifts.map((shift) => shift.before)),
        after,
        farthest: ways.reduce((most, way) => Math.max(most, Math.hypot(...way)), 0),
        misfits: what === 'block' ? [] : plots.filter((_, at) => shifts[at]?.isMisfit).map(({ plotId }) => plotId),
      }
    },
  })

function inMetres({ fromPlane }: FieldPlane, ring: readonly Position[], { by }: Shift): Position {
  const middle = middleOf(ring)
  const [from, to] = [fromPlane(middle), fromPlane([middle[0] + by[0], middle[1] + by[1]])]
  return [to[0] - from[0], to[1] - from[1]]
}
