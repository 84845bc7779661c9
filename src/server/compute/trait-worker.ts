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
import type { Layer } from '#imagery/traits/measure/layer.ts'
import { type MaskRule, maskRule, whyNoMask } from '#imagery/traits/measure/masks.ts'
import { measurePlots, type PlotMeasurement } from '#imagery/traits/measure/measure-plots.ts'
import { splitWork } from '#imagery/traits/measure/split-work.ts'
import { codecs } from './raster-codecs.ts'
import { chooseTraits, stateOf } from './traits/choose-traits.ts'
import { flagsOf } from './traits/flags.ts'
import { placePlotsOnMap } from './traits/place-plots.ts'
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
  mask: { method: string; threshold: number | null; eta: number | null }
  height: { z0Source: string | null; soilCalibration: string | null; noiseMetres: number | null }
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
    const mask = maskRule(settings.mask.method, settings.mask.threshold)
    const { traits, withCover, unavailable } = chooseTraits(settings.traits, { bands, state, mask })
    const polygons = placePlotsOnMap(plots, { crs, facts, bufferMetres: settings.bufferMetres })
    const measured = await measureInGroups({ orthomosaic, readRange, polygons, traits, mask, report })
    // Otsu's threshold is not found by this version: the fixed one stands in, and each value says so.
    const flags = flagsOf(measured, { isFallback: settings.mask.method === 'otsu' })
    return {
      measured: {
        mask: { method: settings.mask.method, threshold: mask?.threshold ?? null, eta: null },
        height: { z0Source: null, soilCalibration: null, noiseMetres: null },
        traits: traitColumns(measured, { traits, withCover, flags, hasMask: mask !== undefined }),
        unavailable,
      },
    }
  } catch (error) {
    if (error instanceof UnreadableRaster) return { problem: `${fileName} can't be read. ${error.message}` }
    throw error
  }
})

type Measuring = {
  orthomosaic: TraitMap
  readRange: ReadRange
  polygons: readonly Polygon[]
  traits: readonly Trait[]
  mask: MaskRule | undefined
  report: (fraction: number) => void
}

/** In groups whose pixels fit into memory, each in one pass over its rows. */
async function measureInGroups({
  orthomosaic,
  polygons,
  traits,
  mask,
  report,
  ...of
}: Measuring): Promise<PlotMeasurement[]> {
  const { start, bytes, facts } = orthomosaic
  const readRange: ReadRange = (from, to) => of.readRange(start + from, start + to)
  const found = findRaster(await readDirectories(bytes, readRange))
  const groups = splitWork(
    polygons.map((polygon) => createCoverage(polygon, found.raster)),
    { parts: 1 },
  )
  const edgeMargin = facts.gsdCm === null ? 0 : (EDGE_METRES * 100) / facts.gsdCm
  const all: PlotMeasurement[] = []
  for (const [index, group] of groups.entries()) {
    const measured = await measurePlots(
      layerOf(found, { facts, readRange }),
      group.map((at) => polygons[at] ?? []),
      { traits, mask, edgeMargin, report: (fraction) => report((index + fraction) / groups.length) },
    )
    for (const [place, at] of group.entries()) {
      const one = measured[place]
      if (one) all[at] = one
    }
  }
  return all
}

type Reading = { facts: RasterFacts; readRange: ReadRange }

/** Its readers go from top to bottom once. */
function layerOf({ raster, mask }: MaskedRaster, { facts, readRange }: Reading): Layer {
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
