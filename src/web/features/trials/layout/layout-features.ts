import Feature from 'ol/Feature.js'
import PointGeometry from 'ol/geom/Point.js'
import PolygonGeometry from 'ol/geom/Polygon.js'
import { middleOf } from '#imagery/plots/layout.ts'
import type { Position } from '#imagery/plots/polygon.ts'
import { type Grip, gripOfPlot } from './grips.ts'
import { CHOSEN_PLOT, gripStyles, MARGIN, nameStyle } from './layout-styles.ts'

type Ring = readonly Position[]

/** All in the plane of the map. */
export type ShownLayout = {
  plots: readonly { key: string; plotId: string; ring: Ring }[]
  grips: readonly (readonly [Grip, Position])[]
  chosen: Grip | null
  /** What the margin leaves of a plot. */
  withoutMargin: ((at: number) => Ring[]) | null
  /** Clicks set corners, and nothing is taken hold of. */
  isDrawing: boolean
}

/** Names and margins are drawn where plots are at least so wide on the screen, and so many at most. */
const NAME_PX = 26
const MARGIN_PX = 10
const DETAILS_MAX = 600

/** Names and margins of the plots that are seen. */
export function detailFeatures(
  { plots, withoutMargin }: ShownLayout,
  { extent, resolution }: { extent: readonly number[]; resolution: number },
): Feature[] {
  const [left = 0, bottom = 0, right = 0, top = 0] = extent
  const visible = plots.flatMap((plot, at) => {
    const middle = middleOf(plot.ring)
    const isVisible = middle[0] >= left && middle[0] <= right && middle[1] >= bottom && middle[1] <= top
    return isVisible ? [{ ...plot, at, middle, width: narrowest(plot.ring) / resolution }] : []
  })
  if (visible.length > DETAILS_MAX) return []
  return visible.flatMap(({ at, plotId, middle, width }) => [
    ...(width < MARGIN_PX || !withoutMargin ? [] : withoutMargin(at).map((ring) => polygonOf(ring, MARGIN))),
    ...(width < NAME_PX ? [] : [pointAt(middle, [nameStyle(plotId)])]),
  ])
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
