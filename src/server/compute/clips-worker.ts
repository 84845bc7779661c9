import type { FileHandle } from 'node:fs/promises'
import { csvLine } from '#domain/csv.ts'
import type { Crs } from '#domain/maps.ts'
import type { Shift } from '#domain/shifts.ts'
import type { MultiPolygon } from '#domain/trials.ts'
import { GiB, MiB } from '#domain/units.ts'
import { clipNames } from '#imagery/plots/clip-names.ts'
import { boxOf, type Polygon } from '#imagery/plots/polygon.ts'
import { drawLevel } from '#imagery/rasters/draw-level.ts'
import { toRgba } from '#imagery/rasters/make-view-copy.ts'
import { rowBytesOf, samplesIn } from '#imagery/rasters/read-rows.ts'
import { UnreadableRaster } from '#imagery/rasters/unreadable.ts'
import { splitWork } from '#imagery/traits/measure/split-work.ts'
import { createStoredZip } from './exports/stored-zip.ts'
import { sharp } from './safe-sharp.ts'
import { withFile } from './scratch-file.ts'
import { layerOf, type OpenMap, openMap, type TraitMap } from './traits/open-map.ts'
import { placePlotsOnMap } from './traits/place-plots.ts'
import { defineWork } from './work.ts'

type ClipSource = {
  orthomosaic: TraitMap
  crs: Crs
  /** By which they were moved when they were measured. */
  shift: Shift | null
  plots: { plotId: string; geometry: MultiPolygon }[]
  takenOn: string
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
const QUALITY = 92
const ROWS_BYTES = MiB(32)

class CantCut extends Error {}

/** A picture of each plot that lies on the map, at full resolution, in a ZIP with a list of them. */
export const work = defineWork(async (source: ClipSource, readRange, report): Promise<ClipOutcome> => {
  const { orthomosaic, crs, plots, shift, takenOn, format, path } = source
  const { facts, fileName } = orthomosaic
  try {
    const map = await openMap(orthomosaic, readRange)
    const geometries = plots.map(({ geometry }) => geometry)
    const polygons = placePlotsOnMap(geometries, { crs, facts, shift, bufferMetres: 0 })
    const names = clipNames(
      plots.map(({ plotId }) => plotId),
      takenOn,
    )
    const boxes = polygons.flatMap((polygon, at) => {
      const box = boxAround(polygon, facts)
      const own = { plotId: plots[at]?.plotId ?? '', name: `${names[at]}.${format === 'png' ? 'png' : 'jpg'}` }
      return box ? [{ ...box, ...own }] : []
    })
    if (boxes.length === 0) return { problem: `No plot lies on ${fileName}.` }
    const large = boxes.find(({ area }) => area > PIXELS_MAX)
    if (large) return { problem: `Plot ${large.plotId} is too large for a picture.` }
    return { bytes: await withFile(path, (file) => writeAllClips(file, { map, boxes, format, takenOn, report })) }
  } catch (error) {
    if (error instanceof CantCut) return { problem: error.message }
    if (error instanceof UnreadableRaster) return { problem: `${fileName} can't be read. ${error.message}` }
    if ((error as { code?: unknown }).code === 'ENOSPC')
      return { problem: 'There is no space left on the server to make this file.' }
    throw error
  }
})

/** In pixels of the map. */
type Box = { left: number; top: number; right: number; bottom: number; area: number }
type Clip = Box & { plotId: string; name: string }

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

type Writing = {
  map: OpenMap
  boxes: readonly Clip[]
  format: ClipSource['format']
  takenOn: string
  report: (fraction: number) => void
}

/** In groups whose pixels fit into memory, each in one pass over its rows. @returns the bytes of the file */
async function writeAllClips(file: FileHandle, { map, boxes, format, takenOn, report }: Writing): Promise<number> {
  const pixelBytes = rowBytesOf(map.found.raster) / map.found.raster.width
  const zip = createStoredZip(file, new Date(takenOn))
  let done = 0
  for (const group of splitWork(boxes, { parts: 1, pixelsHeldMax: HELD_BYTES / pixelBytes }))
    for await (const { clip, samples, mask } of cutGroup(
      map,
      group.flatMap((at) => boxes[at] ?? []),
    )) {
      const picture = await encode(draw(map, clip, { samples, mask }), clip, format)
      if (zip.bytes() + picture.length > ZIP_BYTES_MAX)
        throw new CantCut(
          `All pictures together would be larger than 4 GB.${format === 'png' ? ' JPEG takes much less.' : ''}`,
        )
      await zip.add(clip.name, picture)
      done += 1
      report(done / boxes.length)
    }
  const list = [['plot_id', 'file'], ...boxes.map(({ plotId, name }) => [plotId, name])]
  await zip.add('plots.csv', new TextEncoder().encode(list.map((cells) => csvLine(cells)).join('')))
  return zip.end()
}

type Cut = { clip: Clip; samples: Uint8Array; mask: Uint8Array | undefined }

/** The pixels of each, in the order in which they end. */
async function* cutGroup(map: OpenMap, clips: readonly Clip[]): AsyncGenerator<Cut> {
  const { raster, mask: maskRaster } = map.found
  const { readRows, readMaskRows } = layerOf(map)
  const rowBytes = rowBytesOf(raster)
  const pixelBytes = rowBytes / raster.width
  const rows = Math.max(1, Math.floor(ROWS_BYTES / rowBytes))
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
function draw({ found: { raster }, facts }: OpenMap, clip: Box, { samples, mask }: Omit<Cut, 'clip'>): Uint8Array {
  if (facts.isPicture) return toRgba(raster, samples, mask)
  const [width, height] = [clip.right - clip.left, clip.bottom - clip.top]
  return drawLevel({ width, height, samples: samplesIn(samples, raster.sampleType), mask }, facts)
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
