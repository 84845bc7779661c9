import type { Crs } from '#domain/maps.ts'
import type { Shift } from '#domain/shifts.ts'
import type { MeasurementSettings, MultiPolygon } from '#domain/trials.ts'
import { boxOf, type Polygon } from '#imagery/plots/polygon.ts'
import { makeCog } from '#imagery/rasters/make-cog.ts'
import type { Content } from '#imagery/rasters/pyramid.ts'
import type { GeoTags } from '#imagery/rasters/raster.ts'
import { type ReadRows, samplesIn } from '#imagery/rasters/read-rows.ts'
import { UnreadableRaster } from '#imagery/rasters/unreadable.ts'
import { describeTrait } from '#imagery/traits/catalogue/own-traits.ts'
import type { Layer } from '#imagery/traits/measure/layer.ts'
import { maskRule } from '#imagery/traits/measure/masks.ts'
import { measuredBands } from '#imagery/traits/measure/measure-plots.ts'
import { createIndexRows, createMaskRows, NO_MASK, type PixelWindow } from '#imagery/traits/measure/pixel-rows.ts'
import { chooseTraits, stateOf } from '#imagery/traits/on-maps/choose-traits.ts'
import { createRunningStatistics, gdalMetadata } from '#imagery/traits/on-maps/gdal-metadata.ts'
import { layerOf, openMap, type TraitMap } from '#imagery/traits/on-maps/open-map.ts'
import { placePlotsOnMap } from '#imagery/traits/on-maps/place-plots.ts'
import { appendTo, withFile } from '../scratch-file.ts'
import { defineThreadWork } from '../thread-work.ts'
import { geoTagsOfEpsg } from './cog-bytes.ts'
import { putTogether } from './cog-file.ts'
import { codecs, encoders } from './raster-codecs.ts'

type LayerSource = {
  orthomosaic: TraitMap
  crs: Crs
  /** By which they were moved when they were measured. */
  shift: Shift | null
  plots: MultiPolygon[]
  settings: MeasurementSettings
  /** The one that the measurement used on this flight. */
  threshold: number | null
  kind: 'index' | 'mask'
  /** Of an index. */
  trait: string | null
  path: string
}

/** `problem` is for people. */
type LayerOutcome = { bytes: number; problem?: never } | { bytes?: never; problem: string }

/** What is kept around the plots of a trial. */
const AROUND_METRES = 5

/** An index or the mask of a flight as a GeoTIFF, in the grid of the orthomosaic and from all of its pixels. */
export const work = defineThreadWork(async (source: LayerSource, readRange, report): Promise<LayerOutcome> => {
  const { orthomosaic, crs, plots, shift, path } = source
  const { facts, fileName } = orthomosaic
  try {
    const map = await openMap(orthomosaic, { readRange, codecs })
    const layer = layerOf(map)
    const window = windowAround(placePlotsOnMap(plots, { crs, facts, shift, bufferMetres: 0 }), layer, facts.gsdCm)
    if (!window) return { problem: `No plot lies on ${fileName}.` }
    const geoTags = tagsOf(source, map.found.raster.geoTags)
    if (!geoTags || !facts.transform)
      return { problem: `The coordinate system of ${fileName} has no EPSG code, so a GeoTIFF can't name it.` }
    const [a, b, c, d, e, f] = facts.transform
    const { left, top, width, height } = window
    const pixels = pixelsOf(source, layer, window)
    const bytes = await withFile(path, 'w+', (file) =>
      withFile(`${path}.tiles`, 'w+', async (tiles) => {
        const layout = await makeCog({
          width,
          height,
          transform: [a, b, c + a * left + b * top, d, e, f + d * left + e * top],
          geoTags,
          ...pixels,
          encoders,
          keepTile: appendTo(tiles),
          report,
        })
        await putTogether(file, tiles, layout)
        return layout.bytes
      }),
    )
    return { bytes }
  } catch (error) {
    if (error instanceof UnreadableRaster) return { problem: `${fileName} can't be read. ${error.message}` }
    if ((error as { code?: unknown }).code === 'ENOSPC')
      return { problem: 'There is no space left on the server to make this file.' }
    throw error
  }
})

function windowAround(plots: readonly Polygon[], { width, height }: Layer, gsdCm: number | null): PixelWindow | null {
  const { minX, minY, maxX, maxY } = boxOf(plots.flat())
  const around = gsdCm === null ? 0 : (AROUND_METRES * 100) / gsdCm
  const [left, top] = [Math.max(0, Math.floor(minX - around)), Math.max(0, Math.floor(minY - around))]
  const [right, bottom] = [Math.min(width, Math.ceil(maxX + around)), Math.min(height, Math.ceil(maxY + around))]
  return left < right && top < bottom ? { left, top, width: right - left, height: bottom - top } : null
}

const tagsOf = ({ orthomosaic: { facts, stated } }: LayerSource, own: GeoTags | undefined): GeoTags | undefined => {
  const isGeographic = facts.crs?.metresPerUnit === null
  if (stated.epsg === undefined && own) return own
  const epsg = stated.epsg ?? facts.crs?.epsg ?? null
  return epsg === null ? undefined : geoTagsOfEpsg(epsg, { isGeographic })
}

type Pixels = { content: Content; readRows: ReadRows; metadata: () => string }

function pixelsOf(source: LayerSource, layer: Layer, window: PixelWindow): Pixels {
  const { orthomosaic, settings, threshold, kind } = source
  const rule = maskRule(settings.mask.method, threshold)
  const bands = orthomosaic.facts.bands.map(({ role }) => role)
  const { traits } = chooseTraits(settings, { bands, state: stateOf(orthomosaic), hasMask: rule !== undefined })
  const read = { layer, window, bands: measuredBands(layer, traits, rule) }
  const about = {
    source: orthomosaic.fileName,
    extent: `The plots of the trial and ${AROUND_METRES} m around them, in the grid of the orthomosaic`,
  }
  if (kind === 'mask') {
    if (!rule) throw new Error('There is no mask')
    const isCleaned = settings.mask.isCleaned === true
    const of = { method: settings.mask.method, threshold: rule.threshold, cleaned: isCleaned }
    const cleaned = isCleaned ? ', without fragments and glare' : ''
    return counted(createMaskRows(read, { rule, isCleaned }), {
      content: { isPicture: false, sampleType: 'uint8', bands: 1, nodata: NO_MASK },
      description: `Plants by ${of.method} above ${of.threshold}${cleaned}: 1 plant, 0 no plant`,
      unit: '',
      about: {
        ...about,
        mask_method: of.method,
        mask_threshold: String(of.threshold),
        mask_cleaned: String(isCleaned),
      },
    })
  }
  const trait = traits.find(({ id }) => id === source.trait)
  if (!trait) throw new Error(`${source.trait} was not measured`)
  const { name, formula, reference } = describeTrait(trait.id, settings.formulas)
  return counted(createIndexRows(read, trait.expression), {
    content: { isPicture: false, sampleType: 'float32', bands: 1, nodata: Number.NaN },
    description: `${trait.id}: ${name}`,
    unit: trait.unit === '1' ? '' : trait.unit,
    about: { ...about, formula: formula ?? '', reference: reference ?? '' },
  })
}

type About = { content: Content; description: string; unit: string; about: Record<string, string> }

/** Its statistics go into the file, so that programs need not read all of it. */
function counted(rows: ReadRows, { content, ...about }: About): Pixels {
  const statistics = createRunningStatistics((value) => !Number.isNaN(value) && value !== content.nodata)
  return {
    content,
    readRows: async (from, to) => {
      const read = await rows(from, to)
      statistics.add(samplesIn(read, content.sampleType))
      return read
    },
    metadata: () => gdalMetadata({ ...about, statistics: statistics.result() }),
  }
}
