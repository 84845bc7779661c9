import Feature from 'ol/Feature.js'
import PointGeometry from 'ol/geom/Point.js'
import PolygonGeometry from 'ol/geom/Polygon.js'
import { middleOf } from '#imagery/plots/layout.ts'
import type { Position } from '#imagery/plots/polygon.ts'
import { type Grip, gripOfPlot } from './grips.ts'
import { CHOSEN_PLOT, gripStyles, MARGIN, nameStyle } from './layout-styles.ts'

type Ring = readonly Position[]

type ShownPlot = { key: string; row: number; column: number; plotId: string; ring: Ring }

/** All in the plane of the map. */
export type ShownLayout = {
  plots: readonly ShownPlot[]
  grips: readonly (readonly [Grip, Position])[]
  chosen: Grip | null
  /** What the margin leaves of a plot. */
  withoutMargin: ((at: number) => Ring[]) | null
  /** Clicks set corners, and nothing is taken hold of. */
  isDrawing: boolean
}

/** Margins are drawn where plots are at least so wide on the screen, and so many at most. */
const MARGIN_PX = 10
const MARGINS_MAX = 600

/** Names and margins of the plots that are seen. Where not all names have room, those of every so many rows and columns are shown. */
export function detailFeatures(
  { plots, withoutMargin }: ShownLayout,
  { extent, resolution }: { extent: readonly number[]; resolution: number },
): Feature[] {
  const [left = 0, bottom = 0, right = 0, top = 0] = extent
  const visible = plots.flatMap((plot, at) => {
    const middle = middleOf(plot.ring)
    const isVisible = middle[0] >= left && middle[0] <= right && middle[1] >= bottom && middle[1] <= top
    return isVisible ? [{ ...plot, at, middle }] : []
  })
  const [first] = visible
  if (!first) return []
  const every = namesEvery(first, resolution)
  const named = visible.filter(({ row, column }) => (row - 1) % every.rows === 0 && (column - 1) % every.columns === 0)
  const withMargin =
    withoutMargin && visible.length <= MARGINS_MAX && narrowest(first.ring) / resolution >= MARGIN_PX ? visible : []
  return [
    ...withMargin.flatMap(({ at }) => withoutMargin?.(at).map((ring) => polygonOf(ring, MARGIN)) ?? []),
    ...named.map(({ plotId, middle }) => pointAt(middle, [nameStyle(plotId)])),
  ]
}

/** Of a name on the screen. */
const CHARACTER_PX = 7.5
const LINE_PX = 18

/** Between rows and columns whose names don't touch. */
function namesEvery({ plotId, ring }: ShownPlot, resolution: number): { rows: number; columns: number } {
  const [a = [0, 0], b = a, , d = a] = ring
  const width = CHARACTER_PX * (plotId.length + 1)
  const stepOf = (to: Position): number => {
    const [x, y] = [Math.abs(to[0] - a[0]) / resolution, Math.abs(to[1] - a[1]) / resolution]
    // Apart in one of the two directions is enough.
    return Math.max(1, Math.ceil(Math.min(width / x, LINE_PX / y)))
  }
  return { rows: stepOf(d), columns: stepOf(b) }
}

/** What can be taken hold of, and what is chosen. */
export function gripFeatures({ plots, grips, chosen }: ShownLayout): Feature[] {
  const plot = plots.find(({ key }) => gripOfPlot(key) === chosen)
  return [
    ...(plot ? [polygonOf(plot.ring, CHOSEN_PLOT)] : []),
    ...grips.map(([grip, at]) => pointAt(at, gripStyles(grip, grip === chosen))),
  ]
}

export const closed = (ring: Ring): number[][] => [...ring, ...ring.slice(0, 1)].map(([x, y]) => [x, y])

type Styles = Parameters<Feature['setStyle']>[0]

function pointAt(at: Position, styles: Styles): Feature {
  const feature = new Feature(new PointGeometry([...at]))
  feature.setStyle(styles)
  return feature
}

function polygonOf(ring: Ring, styles: Styles): Feature {
  const feature = new Feature(new PolygonGeometry([closed(ring)]))
  feature.setStyle(styles)
  return feature
}

const narrowest = ([a = [0, 0], b = a, c = a]: Ring): number =>
  Math.min(Math.hypot(b[0] - a[0], b[1] - a[1]), Math.hypot(c[0] - b[0], c[1] - b[1]))
