import type { ReadRange } from '#domain/archive/byte-reader.ts'
import { csvLine } from '#domain/csv.ts'
import type { Crs } from '#domain/maps.ts'
import type { Shift } from '#domain/shifts.ts'
import { type MultiPolygon, momentInName } from '#domain/trials.ts'
import { GiB, MiB } from '#domain/units.ts'
import { clipNames } from '#imagery/plots/clip-names.ts'
import { boxOf, type Polygon } from '#imagery/plots/polygon.ts'
import { drawLevel } from '#imagery/rasters/draw-level.ts'
import { toRgba } from '#imagery/rasters/make-view-copy.ts'
import { samplesIn } from '#imagery/rasters/read-rows.ts'
import { UnreadableRaster } from '#imagery/rasters/unreadable.ts'
import type { Layer } from '#imagery/traits/measure/layer.ts'
import { splitWork } from '#imagery/traits/measure/split-work.ts'
import { layerOf, type OpenMap, openMap, type TraitMap } from '#imagery/traits/on-maps/open-map.ts'
import { placePlotsOnMap } from '#imagery/traits/on-maps/place-plots.ts'
import { codecs } from '../rasters/raster-codecs.ts'
import { sharp } from '../safe-sharp.ts'
import { withFile } from '../scratch-file.ts'
import { defineThreadWork } from '../thread-work.ts'
import { createStoredZip, type StoredZip } from './exports/stored-zip.ts'

type ClipFlight = {
  orthomosaic: TraitMap
  /** By which plots were moved when they were measured. */
  shift: Shift | null
  moment: string
}
type ClipSource = {
  flights: ClipFlight[]
  /** A folder for each flight. */
  inFolders: boolean
  crs: Crs
  plots: { plotId: string; geometry: MultiPolygon }[]
  format: 'png' | 'jpeg'
  path: string
}
type ClipOutcome = { bytes: number; problem?: never } | { bytes?: never; problem: string }

/** What is seen around a plot, as a part of the plot. */
const AROUND = 0.12
/** A picture of its own. */
const PIXELS_MAX = 50_000_000
const HELD_BYTES = MiB(128)
/** ZIP without its extension for large files ends at 4 GiB. */
const ZIP_BYTES_MAX = GiB(4) - MiB(64)
/** What such a ZIP can list, beside its table. */
const PICTURES_MAX = 65_000
const TOO_MANY = `These would be more than ${PICTURES_MAX.toLocaleString('en')} pictures in one file. Make one of each flight.`
const QUALITY = 92
const ROWS_BYTES = MiB(32)

class CantCut extends Error {}

/** A picture of each plot that lies on the map of a flight, at full resolution, in a ZIP with a list of them. */
export const work = defineThreadWork(async (source: ClipSource, readRange, report): Promise<ClipOutcome> => {
  const { flights, path } = source
  try {
    const clipped: Clip[][] = []
    let count = 0
    for (const flight of flights) {
      const clips = clipsOf(source, flight)
      clipped.push(clips)
      count += clips.length
      if (count > PICTURES_MAX) return { problem: TOO_MANY }
    }
    if (count === 0)
      return { problem: `No plot lies on ${flights.map(({ orthomosaic }) => orthomosaic.fileName).join(', ')}.` }
    return {
      bytes: await withFile(path, 'w+', async (file) => {
        const zip = createStoredZip(file)
        const list: string[][] = []
        for (const [at, flight] of flights.entries()) {
          const clips = clipped[at] ?? []
          const before = list.length
          if (clips.length > 0)
            await addClips(zip, { source, flight, clips, readRange, report: (done) => report((before + done) / count) })
          list.push(...clips.map(({ plotId, name }) => [plotId, flight.moment, name]))
        }
        await zip.add('plots.csv', listOf(list, source), new Date(flights.at(-1)?.moment.slice(0, 10) ?? 0))
        return zip.end()
      }),
    }
  } catch (error) {
    if (error instanceof CantCut) return { problem: error.message }
    if ((error as { code?: unknown }).code === 'ENOSPC')
      return { problem: 'There is no space left on the server to make this file.' }
    throw error
  }
})

/** In pixels of the map. */
type Box = { left: number; top: number; right: number; bottom: number; area: number }
type Clip = Box & { plotId: string; name: string }

/** Those of plots that lie on the map. */
function clipsOf(
  { plots, crs, format, inFolders }: ClipSource,
  { orthomosaic: { facts }, shift, moment }: ClipFlight,
): Clip[] {
  const geometries = plots.map(({ geometry }) => geometry)
  const polygons = placePlotsOnMap(geometries, { crs, facts, shift, bufferMetres: 0 })
  const ids = plots.map(({ plotId }) => plotId)
  const names = clipNames(ids, momentInName(moment))
  const folder = inFolders ? `${momentInName(moment)}/` : ''
  const clips = polygons.flatMap((polygon, at) => {
    const box = boxAround(polygon, facts)
    const own = { plotId: ids[at] ?? '', name: `${folder}${names[at]}.${format === 'png' ? 'png' : 'jpg'}` }
    return box ? [{ ...box, ...own }] : []
  })
  const large = clips.find(({ area }) => area > PIXELS_MAX)
  if (large) throw new CantCut(`Plot ${large.plotId} is too large for a picture.`)
  return clips
}

/** The date is in it where there are several. */
const listOf = (rows: readonly string[][], { inFolders }: ClipSource): Uint8Array =>
  new TextEncoder().encode(
    [['plot_id', 'date', 'file'], ...rows]
      .map((cells) => csvLine(inFolders ? cells : cells.filter((_, at) => at !== 1)))
      .join(''),
  )

/** Undefined when nothing of it lies on the map. */
function boxAround(polygon: Polygon, size: { width: number; height: number }): Box | undefined {
  const { minX, minY, maxX, maxY } = boxOf(polygon)
  const around = Math.max(maxX - minX, maxY - minY) * AROUND
  if (!(maxX > 0 && maxY > 0 && minX < size.width && minY < size.height)) return undefined
  const [left, top] = [Math.max(0, Math.floor(minX - around)), Math.max(0, Math.floor(minY - around))]
  const right = Math.min(size.width, Math.ceil(maxX + around))
  const bottom = Math.min(size.height, Math.ceil(maxY + around))
  return { left, top, right, bottom, area: (right - left) * (bottom - top) }
}

type Adding = {
  source: ClipSource
  flight: ClipFlight
  clips: readonly Clip[]
  readRange: ReadRange
  /** How many pictures are done. */
  report: (done: number) => void
}

/** In groups whose pixels fit into memory, each in one pass over its rows. */
async function addClips(
  zip: StoredZip,
  { source: { format }, flight, clips, readRange, report }: Adding,
): Promise<void> {
  const { orthomosaic, moment } = flight
  try {
    const map = await openMap(orthomosaic, { readRange, codecs })
    const layer = layerOf(map)
    let done = 0
    for (const group of splitWork(clips, { parts: 1, pixelsHeldMax: HELD_BYTES / pixelBytesOf(layer) }))
      for await (const { clip, samples, mask } of cutGroup(
        map,
        group.flatMap((at) => clips[at] ?? []),
      )) {
        const picture = await encode(draw(map, layer, { clip, samples, mask }), clip, format)
        if (zip.bytes() + picture.length > ZIP_BYTES_MAX)
          throw new CantCut(
            `All pictures together would be larger than 4 GB.${format === 'png' ? ' JPEG takes much less.' : ''}`,
          )
        await zip.add(clip.name, picture, new Date(moment.slice(0, 10)))
        done += 1
        report(done)
      }
  } catch (error) {
    if (error instanceof UnreadableRaster) throw new CantCut(`${orthomosaic.fileName} can't be read. ${error.message}`)
    throw error
  }
}

type Cut = { clip: Clip; samples: Uint8Array; mask: Uint8Array | undefined }

/** The pixels of each, in the order in which they end. */
async function* cutGroup(map: OpenMap, clips: readonly Clip[]): AsyncGenerator<Cut> {
  const { raster, mask: maskRaster } = map.found
  const layer = layerOf(map)
  const { readRows, readMaskRows } = layer
  const pixelBytes = pixelBytesOf(layer)
  const rows = Math.max(1, Math.floor(ROWS_BYTES / (pixelBytes * raster.width)))
  const waiting = clips.toSorted((a, b) => a.top - b.top)
  let active: Cut[] = []
  for (let from = waiting[0]?.top ?? 0; active.length > 0 || waiting.length > 0; ) {
    if (active.length === 0) from = Math.max(from, waiting[0]?.top ?? 0)
    const to = Math.min(raster.height, from + rows)
    while (waiting[0] && waiting[0].top < to) {
      const clip = waiting.shift() as Clip
      const mask = maskRaster && new Uint8Array(clip.area)
      active.push({ clip, samples: new Uint8Array(clip.area * pixelBytes), mask })
    }
    const [pixels, shown] = await Promise.all([readRows(from, to), readMaskRows?.(from, to)])
    const chunk = { from, to, width: raster.width }
    for (const { clip, samples, mask } of active) {
      copyRows(clip, chunk, { source: pixels, target: samples, bytes: pixelBytes })
      if (mask && shown) copyRows(clip, chunk, { source: shown, target: mask, bytes: 1 })
    }
    for (const cut of active) if (cut.clip.bottom <= to) yield cut
    active = active.filter(({ clip }) => clip.bottom > to)
    from = to
  }
}

const pixelBytesOf = ({ sampleType, bands }: Layer): number =>
  samplesIn(new Uint8Array(8), sampleType).BYTES_PER_ELEMENT * bands.length

type Copy = { source: Uint8Array; target: Uint8Array /** Of a pixel. */; bytes: number }

function copyRows(
  { left, right, top, bottom }: Box,
  { from, to, width }: { from: number; to: number; width: number },
  { source, target, bytes }: Copy,
): void {
  for (let y = Math.max(from, top); y < Math.min(to, bottom); y += 1) {
    const start = ((y - from) * width + left) * bytes
    target.set(source.subarray(start, start + (right - left) * bytes), (y - top) * (right - left) * bytes)
  }
}

/** RGBA: photos as they are, numbers in a ramp of colours with one scale for the whole map. */
function draw({ found: { raster }, facts }: OpenMap, layer: Layer, { clip, samples, mask }: Cut): Uint8Array {
  if (facts.isPicture) return toRgba(raster, samples, mask)
  const [width, height] = [clip.right - clip.left, clip.bottom - clip.top]
  const { sampleType, nodata } = layer
  return drawLevel({ width, height, samples: samplesIn(samples, sampleType), nodata, mask }, facts)
}

function encode(
  rgba: Uint8Array,
  { left, right, top, bottom }: Box,
  format: ClipSource['format'],
): Promise<Uint8Array> {
  const picture = sharp(rgba, { raw: { width: right - left, height: bottom - top, channels: 4 } })
  if (format === 'png') return picture.png().toBuffer()
  return picture.flatten({ background: '#fff' }).jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' }).toBuffer()
}
