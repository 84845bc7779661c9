import type { ReadRange } from '#domain/archive/byte-reader.ts'
import type { Crs, RasterFacts } from '#domain/maps.ts'
import type { MeasurementSettings, MultiPolygon } from '#domain/trials.ts'
import { createCoverage } from '#imagery/plots/coverage.ts'
import type { Polygon } from '#imagery/plots/polygon.ts'
import { findRaster, type MaskedRaster } from '#imagery/rasters/raster.ts'
import { createRowReader } from '#imagery/rasters/read-rows.ts'
import { readDirectories } from '#imagery/rasters/tiff-directories.ts'
import { UnreadableRaster } from '#imagery/rasters/unreadable.ts'
import type { Trait } from '#imagery/traits/catalogue/trait.ts'
import type { RadiometricState } from '#imagery/traits/catalogue/why-not.ts'
import { darkOf, flagsOfPlot, toBits } from '#imagery/traits/measure/flags.ts'
import { measureHistogram } from '#imagery/traits/measure/flight-histogram.ts'
import type { Layer } from '#imagery/traits/measure/layer.ts'
import { type MaskRule, maskRule, whyNoMask } from '#imagery/traits/measure/masks.ts'
import { measurePlots, type PlotMeasurement } from '#imagery/traits/measure/measure-plots.ts'
import { findOtsuThreshold } from '#imagery/traits/measure/otsu.ts'
import { splitWork } from '#imagery/traits/measure/split-work.ts'
import { codecs } from './raster-codecs.ts'
import { chooseTraits, stateOf } from './traits/choose-traits.ts'
import {
  type HeightMap,
  type HeightMethod,
  maskForHeights,
  measureCanopyHeights,
  NO_HEIGHTS,
  whyNoHeights,
} from './traits/measure-canopy-heights.ts'
import { placePlots, placePlotsOnMap } from './traits/place-plots.ts'
import { type MeasuredTrait, traitColumns } from './traits/trait-columns.ts'
import { defineWork } from './work.ts'

/** A map of the flight: its bytes lie from `start` in the ranges that the worker reads. */
export type TraitMap = {
  start: number
  bytes: number
  fileName: string
  facts: RasterFacts
  reflectance: boolean | null
}

type TraitSource = {
  orthomosaic: TraitMap
  elevation: TraitMap | null
  bareGround: TraitMap | null
  crs: Crs
  plots: MultiPolygon[]
  settings: MeasurementSettings
}

export type MeasuredFlight = {
  mask: { method: string; threshold: number | null; isCleaned: boolean; eta: number | null }
  height: HeightMethod
  traits: MeasuredTrait[]
  unavailable: { trait: string; reason: string }[]
}
/** `problem` is for people. */
export type TraitOutcome = { measured: MeasuredFlight; problem?: never } | { measured?: never; problem: string }

/** Nothing of a plot may be nearer to the end of the data. */
const EDGE_METRES = 1

/** The traits of plots on the maps of a day, from all pixels of the original files. */
export const work = defineWork(async (source: TraitSource, readRange, report): Promise<TraitOutcome> => {
  const { orthomosaic, crs, plots, settings } = source
  const { facts, fileName } = orthomosaic
  try {
    const state = stateOf(orthomosaic)
    const bands = facts.bands.map(({ role }) => role)
    const noMask = whyNoMask(settings.mask.method, bands, state)
    if (noMask) return { problem: `The mask ${settings.mask.method} can't be made of ${fileName}. ${noMask}` }
    const polygons = placePlotsOnMap(plots, { crs, facts, bufferMetres: settings.bufferMetres })
    const map = await openMap(orthomosaic, readRange)
    const { mask, eta, isFallback } = await findMask(map, polygons, settings.mask)
    const { traits, withCover, unavailable } = chooseTraits(settings.traits, { bands, state, mask })
    const isCleaned = mask !== undefined && settings.mask.isCleaned === true
    const measured = await measureInGroups(map, { polygons, traits, mask, isCleaned, report })
    const dark = darkOf(measured)
    const flags = Float64Array.from(measured, (plot) =>
      toBits(flagsOfPlot({ plot, dark, isMaskFallback: isFallback, unbuffered: null })),
    )
    const heights = await heightsOf(source, readRange, { mask, state, flags })
    return {
      measured: {
        mask: { method: settings.mask.method, threshold: mask?.threshold ?? null, isCleaned, eta },
        height: heights.method,
        traits: [
          ...traitColumns(measured, { traits, withCover, flags, hasMask: mask !== undefined }),
          ...heights.traits,
        ],
        unavailable: [...unavailable, ...heights.unavailable],
      },
    }
  } catch (error) {
    if (error instanceof UnreadableRaster) return { problem: `${fileName} can't be read. ${error.message}` }
    throw error
  }
})

type HeightsOf = { mask: MaskRule | undefined; state: RadiometricState; flags: Float64Array }
type Heights = { method: HeightMethod; traits: MeasuredTrait[]; unavailable: MeasuredFlight['unavailable'] }

const withoutHeights = (reason?: string): Heights => ({
  method: NO_HEIGHTS,
  traits: [],
  unavailable: reason === undefined ? [] : [{ trait: 'canopyHeight', reason }],
})

/** Heights of a flight with an elevation map, where they are asked for and can be measured. */
async function heightsOf(
  source: TraitSource,
  readRange: ReadRange,
  { mask, state, flags }: HeightsOf,
): Promise<Heights> {
  const { crs, plots, settings } = source
  const asked = settings.traits?.filter((trait) => HEIGHTS.includes(trait)) ?? HEIGHTS
  if (asked.length === 0) return withoutHeights()
  if (!source.elevation) return withoutHeights('It needs an elevation map, and this flight has none.')
  const [orthomosaic, elevation, bareGround] = await Promise.all([
    placed(source.orthomosaic, readRange),
    placed(source.elevation, readRange),
    source.bareGround && placed(source.bareGround, readRange),
  ])
  const maps = { orthomosaic, elevation, bareGround }
  const problem = whyNoHeights(maps)
  if (problem !== undefined) return withoutHeights(problem)
  const rule = maskForHeights(orthomosaic, { settings: settings.mask, mask, state })
  if (typeof rule === 'string') return withoutHeights(`Plants can't be told from soil. ${rule}`)
  const polygons = placePlots(plots, { crs, mapCrs: elevation.facts.crs, bufferMetres: settings.bufferMetres })
  const { traits, method } = await measureCanopyHeights({ maps, mask: rule, polygons, flags })
  return { method, traits: traits.filter(({ trait }) => asked.includes(trait)), unavailable: [] }
}

const HEIGHTS: readonly string[] = ['canopyHeight', 'canopyHeightUncalibrated', 'canopyVolume']

async function placed(map: TraitMap, readRange: ReadRange): Promise<HeightMap> {
  const { transform } = map.facts
  if (!transform) throw new Error('The map has no place')
  return { layer: layerOf(await openMap(map, readRange)), transform, fileName: map.fileName, facts: map.facts }
}

type OpenMap = { found: MaskedRaster; facts: RasterFacts; readRange: ReadRange }

async function openMap({ start, bytes, facts }: TraitMap, readAll: ReadRange): Promise<OpenMap> {
  const readRange: ReadRange = (from, to) => readAll(start + from, start + to)
  return { found: findRaster(await readDirectories(bytes, readRange)), facts, readRange }
}

type FlightMask = { mask: MaskRule | undefined; eta: number | null; isFallback: boolean }

/** Otsu's threshold is that of the flight, unless it can't be trusted. */
async function findMask(
  map: OpenMap,
  polygons: readonly Polygon[],
  { method, threshold }: MeasurementSettings['mask'],
): Promise<FlightMask> {
  const mask = maskRule(method, threshold)
  if (method !== 'otsu' || !mask) return { mask, eta: null, isFallback: false }
  const histogram = await measureHistogram(layerOf(map), polygons, mask.expression)
  const { threshold: found, eta, isFallback } = findOtsuThreshold(histogram, mask.threshold)
  return { mask: { ...mask, threshold: found }, eta, isFallback }
}

type Measuring = {
  polygons: readonly Polygon[]
  traits: readonly Trait[]
  mask: MaskRule | undefined
  isCleaned: boolean
  report: (fraction: number) => void
}

/** In groups whose pixels fit into memory, each in one pass over its rows. */
async function measureInGroups(
  map: OpenMap,
  { polygons, traits, mask, isCleaned, report }: Measuring,
): Promise<PlotMeasurement[]> {
  const { found, facts } = map
  const groups = splitWork(
    polygons.map((polygon) => createCoverage(polygon, found.raster)),
    { parts: 1 },
  )
  const edgeMargin = facts.gsdCm === null ? 0 : (EDGE_METRES * 100) / facts.gsdCm
  const all: PlotMeasurement[] = []
  for (const [index, group] of groups.entries()) {
    const measured = await measurePlots(
      layerOf(map),
      group.map((at) => polygons[at] ?? []),
      { traits, mask, isCleaned, edgeMargin, report: (fraction) => report((index + fraction) / groups.length) },
    )
    for (const [place, at] of group.entries()) {
      const one = measured[place]
      if (one) all[at] = one
    }
  }
  return all
}

/** Its readers go from top to bottom once. */
function layerOf({ found: { raster, mask }, facts, readRange }: OpenMap): Layer {
  const { width, height, sampleType, nodata } = raster
  return {
    width,
    height,
    sampleType,
    bands: facts.bands.map(({ role }, at) => (at === raster.alphaBand ? 'alpha' : role)),
    nodata,
    scale: 1,
    readRows: createRowReader({ raster, readRange, codecs }),
    readMaskRows: mask && createRowReader({ raster: mask, readRange, codecs }),
  }
}
