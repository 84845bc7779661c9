import { createCoverage } from '../../plots/pixel-coverage.ts'
import type { Polygon } from '../../plots/polygon.ts'
import { darkOf, flagsOfPlot, toBits } from '../measure/flags.ts'
import { type GridFit, watchPlants } from '../measure/grid-fit.ts'
import type { Layer } from '../measure/layer.ts'
import type { MaskRule } from '../measure/masks.ts'
import { measurePlots, type PlotMeasurement } from '../measure/measure-plots.ts'
import { splitWork } from '../measure/split-work.ts'
import { windowOf } from '../measure/window.ts'
import type { Chosen } from './choose-traits.ts'
import { layerOf, type OpenMap } from './open-map.ts'

/** Nothing of a plot may be nearer to the end of the data. */
const EDGE_METRES = 1

type Measuring = {
  /** Without the buffer, and whole. */
  polygons: readonly Polygon[]
  whole: readonly Polygon[]
  hasBuffer: boolean
  traits: Chosen['traits']
  /** How plants are told from soil. */
  telling: { mask: MaskRule | undefined; isCleaned: boolean; isFallback: boolean }
  report: (fraction: number) => void
}
type Measured = { plots: PlotMeasurement[]; flags: Float64Array; grid: GridFit | undefined }

/** Of all that is measured, the part that the plots without their rings are. */
const INSIDE = 0.7

/** Measures plots on the photo of a flight, with the bits of their flags. */
export async function measurePhoto(map: OpenMap, measuring: Measuring): Promise<Measured> {
  const { hasBuffer, traits, telling, report } = measuring
  const { mask, isCleaned, isFallback: isMaskFallback } = telling
  const { gsdCm } = map.facts
  const pixelMetres = gsdCm === null ? undefined : gsdCm / 100
  const edgeMargin = pixelMetres === undefined ? 0 : EDGE_METRES / pixelMetres
  const { raster } = map.found
  const { columns, place } = windowOf(raster, measuring.whole, edgeMargin)
  const [polygons, whole] = [measuring.polygons.map(place), measuring.whole.map(place)]
  const size = { width: columns[1] - columns[0], height: raster.height }
  const common = { size, openLayer: () => layerOf(map, columns), pixelMetres, edgeMargin, mask, isCleaned }
  const watch = mask && watchPlants(whole, size, mask)
  const withRings = hasBuffer && mask !== undefined
  const plots = await measureInGroups(polygons, {
    ...common,
    traits,
    over: watch?.over,
    report: (fraction) => report(withRings ? fraction * INSIDE : fraction),
  })
  const rings = withRings
    ? await measureInGroups(
        whole.map((plot, at) => ringOf(plot, polygons[at] ?? [])),
        {
          ...common,
          traits: [],
          report: (fraction) => report(INSIDE + fraction * (1 - INSIDE)),
        },
      )
    : []
  const dark = darkOf(plots)
  const flags = Float64Array.from(plots, (plot, at) =>
    toBits(flagsOfPlot({ plot, dark, isMaskFallback, ring: rings[at] ?? null, gsdCm })),
  )
  return { plots, flags, grid: watch?.fit() }
}

/** What is left of a polygon without a smaller one: areas are sums of outlines by their direction. */
const ringOf = ([first = [], ...others]: Polygon, inner: Polygon): Polygon => [
  [...first, ...inner.map(([outer = []]) => outer)],
  ...others,
  ...inner.flatMap(([, ...holes]) => holes.map((hole) => [hole])),
]

type InGroups = {
  size: { width: number; height: number }
  /** Its readers go from top to bottom once. */
  openLayer: () => Layer
  pixelMetres: number | undefined
  edgeMargin: number
  traits: Chosen['traits']
  mask: MaskRule | undefined
  isCleaned: boolean
  over?: ((layer: Layer) => Layer) | undefined
  report: (fraction: number) => void
}

/** In groups whose pixels fit into memory, each in one pass over its rows. */
async function measureInGroups(
  polygons: readonly Polygon[],
  { size, openLayer, over = (layer) => layer, report, ...options }: InGroups,
): Promise<PlotMeasurement[]> {
  const groups = splitWork(
    polygons.map((polygon) => createCoverage(polygon, size)),
    { parts: 1 },
  )
  const all: PlotMeasurement[] = []
  for (const [index, group] of groups.entries()) {
    const measured = await measurePlots(
      over(openLayer()),
      group.map((at) => polygons[at] ?? []),
      { ...options, report: (fraction) => report((index + fraction) / groups.length) },
    )
    for (const [place, at] of group.entries()) {
      const one = measured[place]
      if (one) all[at] = one
    }
  }
  return all
}
