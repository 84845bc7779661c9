import type { ReadRange } from '#domain/archive/byte-reader.ts'
import type { Crs } from '#domain/maps.ts'
import type { Shift } from '#domain/shifts.ts'
import { type MeasurementSettings, type MultiPolygon } from '#domain/trials.ts'
import type { Polygon } from '#imagery/plots/polygon.ts'
import { UnreadableRaster } from '#imagery/rasters/unreadable.ts'
import type { RadiometricState } from '#imagery/traits/catalogue/radiometric-state.ts'
import { measureHistogram } from '#imagery/traits/measure/flight-histogram.ts'
import type { GridFit } from '#imagery/traits/measure/grid-fit.ts'
import { type MaskRule, maskRule } from '#imagery/traits/measure/masks.ts'
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
import { bandsOf, heightsAsked, NO_ELEVATION, planPhotos } from '#imagery/traits/on-maps/plan-flight.ts'
import { type MeasuredTrait, traitColumns } from '#imagery/traits/trait-columns.ts'
import { codecs } from '../rasters/raster-codecs.ts'
import { defineThreadWork } from '../thread-work.ts'

type TraitSource = {
  /** Of one moment. A trait is measured on the first one that allows it, and the mask. */
  photos: readonly [TraitMap, ...TraitMap[]]
  elevation: TraitMap | null
  /** Of the elevation. */
  confidence: TraitMap | null
  bareGround: TraitMap | null
  /** Heights above the bare ground are right also without soil that brings them to 0. */
  isLevelKnown: boolean
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
  /** What was measured on which photo, by its place; the first is that of which the rest tells. */
  photos: [OnPhoto, ...OnPhoto[]]
  unavailable: { trait: string; reason: string }[]
}
type OnPhoto = { photo: number; threshold: number | null; eta: number | null; traits: string[] }
/** `problem` is for people. */
export type TraitOutcome = { measured: MeasuredFlight; problem?: never } | { measured?: never; problem: string }

/** The traits of plots on the maps of a day, from all pixels of the original files. */
export const work = defineThreadWork(async (source: TraitSource, readRange, report): Promise<TraitOutcome> => {
  const { photos, settings } = source
  const plan = planPhotos(photos, settings)
  if (plan.problem !== undefined) return { problem: plan.problem }
  const [main, ...others] = plan.photos
  const share = (nth: number) => (fraction: number) => report((nth + fraction) / plan.photos.length)
  const photoAt = (at: number) => photos[at] ?? photos[0]
  try {
    const first = await onPhoto({ ...source, photo: photoAt(main.photo) }, readRange, share(0))
    if (typeof first === 'string') return { problem: first }
    const { mask, isCleaned, state, flags, chosen } = first
    const found = [{ at: main.photo, ...first }]
    for (const [nth, { photo, traits }] of others.entries()) {
      const of = { ...source, photo: photoAt(photo), settings: { ...settings, traits } }
      const next = await onPhoto(of, readRange, share(nth + 1))
      if (typeof next === 'string') return { problem: next }
      found.push({ at: photo, ...next })
    }
    const heightSource = { ...source, photo: photoAt(main.photo) }
    const heights = await heightsOf(heightSource, readRange, { mask, isCleaned, state, traits: chosen, flags })
    const on = found.map(({ at: photo, mask: itsMask, eta, traits }): OnPhoto => {
      return { photo, threshold: itsMask?.threshold ?? null, eta, traits: traits.map(({ trait }) => trait) }
    })
    return {
      measured: {
        mask: { method: settings.mask.method, threshold: mask?.threshold ?? null, isCleaned, eta: first.eta },
        height: heights.method,
        grid: first.grid,
        traits: [...found.flatMap(({ traits }) => traits), ...heights.traits],
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the main photo is among them
        photos: on as [OnPhoto, ...OnPhoto[]],
        unavailable: [...plan.unavailable, ...heights.unavailable],
      },
    }
  } catch (error) {
    const names = photos.map(({ fileName }) => fileName).join(' or ')
    if (error instanceof UnreadableRaster) return { problem: `${names} can't be read. ${error.message}` }
    throw error
  }
})

/** A flight by one of its photos. */
type PhotoSource = Omit<TraitSource, 'photos'> & { photo: TraitMap }

/** What a photo tells of the plots, or why it can't be measured. */
async function onPhoto(
  { photo, crs, plots, shift, settings }: PhotoSource,
  readRange: ReadRange,
  report: (fraction: number) => void,
) {
  const { facts } = photo
  const state = stateOf(photo)
  const place = (bufferMetres: number) => placePlotsOnMap(plots, { crs, facts, shift, bufferMetres })
  const [whole, polygons] = [place(0), place(settings.bufferMetres)]
  if (settings.bufferMetres > 0 && polygons.every((polygon) => polygon.length === 0))
    return `The buffer of ${settings.bufferMetres} m leaves nothing of any plot. Take a smaller one.`
  const map = await openMap(photo, { readRange, codecs })
  const { mask, eta, isFallback } = await findMask(map, polygons, settings.mask)
  const hasMask = mask !== undefined
  const { traits: chosen, withCover } = chooseTraits(settings, { bands: bandsOf(photo), state, hasMask })
  const isCleaned = hasMask && settings.mask.isCleaned === true
  const hasBuffer = settings.bufferMetres > 0
  const telling = { mask, isCleaned, isFallback }
  const measured = await measurePhoto(map, { polygons, whole, hasBuffer, traits: chosen, telling, report })
  const { flags, grid = null } = measured
  const traits = traitColumns(measured.plots, { traits: chosen, withCover, flags, hasMask })
  return { mask, eta, isCleaned, state, flags, grid, chosen, traits }
}

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
  source: PhotoSource,
  readRange: ReadRange,
  { mask, isCleaned, state, traits: ofPhoto, flags }: HeightsOf,
): Promise<Heights> {
  const { crs, plots, shift, settings } = source
  const asked = heightsAsked(settings)
  if (asked.length === 0) return withoutHeights()
  if (!source.elevation) return withoutHeights(NO_ELEVATION)
  const [orthomosaic, elevation, confidence, bareGround] = await Promise.all([
    placed(source.photo, readRange),
    placed(source.elevation, readRange),
    source.confidence && placed(source.confidence, readRange),
    source.bareGround && placed(source.bareGround, readRange),
  ])
  const maps = { orthomosaic, elevation, confidence, bareGround, isLevelKnown: source.isLevelKnown }
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
