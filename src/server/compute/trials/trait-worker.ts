import type { ReadRange } from '#domain/archive/byte-reader.ts'
import type { Crs } from '#domain/maps.ts'
import type { Shift } from '#domain/shifts.ts'
import type { MeasurementSettings, MultiPolygon } from '#domain/trials.ts'
import type { Polygon } from '#imagery/plots/polygon.ts'
import { UnreadableRaster } from '#imagery/rasters/unreadable.ts'
import type { RadiometricState } from '#imagery/traits/catalogue/radiometric-state.ts'
import { measureHistogram } from '#imagery/traits/measure/flight-histogram.ts'
import type { GridFit } from '#imagery/traits/measure/grid-fit.ts'
import { type MaskRule, maskRule, whyNoMask } from '#imagery/traits/measure/masks.ts'
import { measuredBands } from '#imagery/traits/measure/measure-plots.ts'
import { findOtsuThreshold } from '#imagery/traits/measure/otsu.ts'
import { type Chosen, chooseTraits, stateOf } from '#imagery/traits/on-maps/choose-traits.ts'
import {
  type HeightMap,
  type HeightMethod,
  maskForHeights,
  measureCanopyHeights,
  NO_HEIGHTS,
  whyNoHeights,
} from '#imagery/traits/on-maps/measure-canopy-heights.ts'
import { measurePhoto } from '#imagery/traits/on-maps/measure-photo.ts'
import { layerOf, type OpenMap, openMap, type TraitMap } from '#imagery/traits/on-maps/open-map.ts'
import { placePlots, placePlotsOnMap } from '#imagery/traits/on-maps/place-plots.ts'
import { type MeasuredTrait, traitColumns } from '#imagery/traits/trait-columns.ts'
import { codecs } from '../rasters/raster-codecs.ts'
import { defineWork } from '../work.ts'

type TraitSource = {
  orthomosaic: TraitMap
  elevation: TraitMap | null
  bareGround: TraitMap | null
  crs: Crs
  plots: MultiPolygon[]
  /** By how much they are moved on the maps of this flight. */
  shift: Shift | null
  settings: MeasurementSettings
}

export type MeasuredFlight = {
  mask: { method: string; threshold: number | null; isCleaned: boolean; eta: number | null }
  height: HeightMethod
  /** How plots lie on plants; null where it is not known. */
  grid: GridFit | null
  traits: MeasuredTrait[]
  unavailable: { trait: string; reason: string }[]
}
/** `problem` is for people. */
export type TraitOutcome = { measured: MeasuredFlight; problem?: never } | { measured?: never; problem: string }

/** The traits of plots on the maps of a day, from all pixels of the original files. */
export const work = defineWork(async (source: TraitSource, readRange, report): Promise<TraitOutcome> => {
  const { orthomosaic, crs, plots, shift, settings } = source
  const { facts, fileName } = orthomosaic
  try {
    const state = stateOf(orthomosaic)
    const bands = facts.bands.map(({ role }) => role)
    const noMask = whyNoMask(settings.mask.method, bands, state)
    if (noMask) return { problem: `The mask ${settings.mask.method} can't be made of ${fileName}. ${noMask}` }
    const place = (bufferMetres: number) => placePlotsOnMap(plots, { crs, facts, shift, bufferMetres })
    const [whole, polygons] = [place(0), place(settings.bufferMetres)]
    if (settings.bufferMetres > 0 && polygons.every((polygon) => polygon.length === 0))
      return { problem: `The buffer of ${settings.bufferMetres} m leaves nothing of any plot. Take a smaller one.` }
    const map = await openMap(orthomosaic, { readRange, codecs })
    const { mask, eta, isFallback } = await findMask(map, polygons, settings.mask)
    const { traits, withCover, unavailable } = chooseTraits(settings, { bands, state, mask })
    const isCleaned = mask !== undefined && settings.mask.isCleaned === true
    const hasBuffer = settings.bufferMetres > 0
    const telling = { mask, isCleaned, isFallback }
    const photo = await measurePhoto(map, { polygons, whole, hasBuffer, traits, telling, report })
    const { flags } = photo
    const heights = await heightsOf(source, readRange, { mask, isCleaned, state, traits, flags })
    return {
      measured: {
        mask: { method: settings.mask.method, threshold: mask?.threshold ?? null, isCleaned, eta },
        height: heights.method,
        grid: photo.grid ?? null,
        traits: [
          ...traitColumns(photo.plots, { traits, withCover, flags, hasMask: mask !== undefined }),
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

type HeightsOf = {
  mask: MaskRule | undefined
  isCleaned: boolean
  state: RadiometricState
  traits: Chosen['traits']
  flags: Float64Array
}
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
  { mask, isCleaned, state, traits: ofPhoto, flags }: HeightsOf,
): Promise<Heights> {
  const { crs, plots, shift, settings } = source
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
  const polygons = placePlots(plots, { crs, mapCrs: elevation.facts.crs, shift, bufferMetres: settings.bufferMetres })
  const bands = measuredBands(orthomosaic.layer, ofPhoto, rule)
  const measured = await measureCanopyHeights({ maps, mask: { rule, isCleaned }, bands, polygons, flags })
  if (typeof measured === 'string') return withoutHeights(measured)
  const { traits, method } = measured
  return { method, traits: traits.filter(({ trait }) => asked.includes(trait)), unavailable: [] }
}

const HEIGHTS: readonly string[] = ['canopyHeight', 'canopyHeightUncalibrated', 'canopyVolume']

async function placed(map: TraitMap, readRange: ReadRange): Promise<HeightMap> {
  const { transform } = map.facts
  if (!transform) throw new Error('The map has no place')
  return {
    layer: layerOf(await openMap(map, { readRange, codecs })),
    transform,
    fileName: map.fileName,
    facts: map.facts,
  }
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
  const histogram = await measureHistogram(layerOf(map), polygons, mask)
  const { threshold: found, eta, isFallback } = findOtsuThreshold(histogram, mask.threshold)
  return { mask: { ...mask, threshold: found }, eta, isFallback }
}
