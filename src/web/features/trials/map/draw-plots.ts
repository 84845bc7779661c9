// Thousands of plots as one picture. It is drawn on a worker, because it takes longer than a frame.

import { type Colours, colourOf, type Scale } from '#imagery/traits/derived/colour-scale.ts'
import { MAP_MARKS } from '#web/lib/map-marks.ts'
import type { DrawOrder, PicturePlace } from '#web/lib/raster-map/drawn-layer.ts'
import { hatchPattern } from './hatch.ts'

/** The corners of all rings one after the other, x and y, in the plane; `rings` says where each begins, `plots` the first ring of each plot. Both end with one more. */
export type FlatPlots = { corners: Float64Array; rings: Uint32Array; plots: Uint32Array }

/** Colours of values in the order of the plots; NaN has none and is hatched. */
export type PlotPaint = { values: Float64Array; scale: Scale; colours: Colours; opacity: number }

/** Between plots, over photos of soil and canopy: white; without colours with a dark rim. */
const LINE = { colour: MAP_MARKS.light, pixels: 1.25 }
const RIM = { colour: MAP_MARKS.dark, pixels: 2.5 }
/** A plot of so many pixels has whole lines, and a smaller one thinner lines, so that they don't hide it. */
const WHOLE_LINES_FROM = 12
const LINES_FROM = 2
const COLOURS = 256

export function drawPlots(
  context: OffscreenCanvasRenderingContext2D,
  flat: FlatPlots,
  { place, paint }: DrawOrder<PlotPaint | null>,
): void {
  const seen = seenPlots(flat, place)
  const path = pathsOf(flat, place)
  if (paint) {
    const fillOf = fillsOf(paint)
    for (const plot of seen) {
      context.fillStyle = fillOf(paint.values[plot] ?? Number.NaN)
      context.beginPath()
      path(context, plot)
      context.fill('evenodd')
    }
  }
  const pixels = sizeOf(flat, seen) * (place.scale / place.ratio)
  if (pixels < LINES_FROM) return
  context.beginPath()
  for (const plot of seen) path(context, plot)
  for (const line of paint ? [LINE] : [RIM, LINE]) {
    context.strokeStyle = line.colour
    context.lineWidth = line.pixels * place.ratio * Math.min(1, pixels / WHOLE_LINES_FROM)
    context.stroke()
  }
}

/** As few different colours as eyes can tell. */
function fillsOf({ scale, colours, opacity }: PlotPaint): (value: number) => string | CanvasPattern {
  const [low, high] = scale
  const hatch = hatchPattern()
  const fills = Array.from({ length: COLOURS }, (_, at) => {
    return colourOf(low + ((at + 0.5) / COLOURS) * (high - low), scale, { ...colours, opacity })
  })
  return (value) => {
    if (Number.isNaN(value)) return hatch
    const at = Math.floor(((value - low) / (high - low)) * COLOURS)
    return fills[Math.min(COLOURS - 1, Math.max(0, at))] ?? hatch
  }
}

function seenPlots({ corners, rings, plots }: FlatPlots, { left, top, scale, width, height }: PicturePlace): number[] {
  const [right, bottom] = [left + width / scale, top - height / scale]
  const seen: number[] = []
  for (let plot = 0; plot + 1 < plots.length; plot += 1) {
    const end = 2 * (rings[plots[plot + 1] ?? 0] ?? 0)
    let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
    for (let at = 2 * (rings[plots[plot] ?? 0] ?? 0); at < end; at += 2) {
      const [x, y] = [corners[at] ?? 0, corners[at + 1] ?? 0]
      if (x < west) west = x
      if (x > east) east = x
      if (y < south) south = y
      if (y > north) north = y
    }
    if (east >= left && west <= right && north >= bottom && south <= top) seen.push(plot)
  }
  return seen
}

const pathsOf =
  ({ corners, rings, plots }: FlatPlots, { left, top, scale }: PicturePlace) =>
  (context: OffscreenCanvasRenderingContext2D, plot: number): void => {
    for (let ring = plots[plot] ?? 0; ring < (plots[plot + 1] ?? 0); ring += 1) {
      const [start, end] = [2 * (rings[ring] ?? 0), 2 * (rings[ring + 1] ?? 0)]
      for (let at = start; at < end; at += 2) {
        const [x, y] = [((corners[at] ?? 0) - left) * scale, (top - (corners[at + 1] ?? 0)) * scale]
        if (at === start) context.moveTo(x, y)
        else context.lineTo(x, y)
      }
      context.closePath()
    }
  }

/** The shorter side of the first plot that is seen. */
function sizeOf({ corners, rings, plots }: FlatPlots, [first]: readonly number[]): number {
  const start = 2 * (rings[plots[first ?? 0] ?? 0] ?? 0)
  const side = (from: number) =>
    Math.hypot((corners[from + 2] ?? 0) - (corners[from] ?? 0), (corners[from + 3] ?? 0) - (corners[from + 1] ?? 0))
  return Math.min(side(start), side(start + 2))
}
