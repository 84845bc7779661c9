import type { ReadRange } from '#domain/archive/byte-reader.ts'
import type { MapKind, RasterFacts } from '#domain/maps.ts'
import { PREVIEW_SIDES } from '#domain/reports.ts'
import { describeRaster } from '#imagery/rasters/describe-raster.ts'
import { drawLevel } from '#imagery/rasters/draw-level.ts'
import { makeViewCopy } from '#imagery/rasters/make-view-copy.ts'
import { looksNearInfrared } from '#imagery/rasters/near-infrared.ts'
import { rangesOf } from '#imagery/rasters/ranges.ts'
import { findLevels, findRaster } from '#imagery/rasters/raster.ts'
import { createRowReader, samplesIn } from '#imagery/rasters/read-rows.ts'
import { readDirectories } from '#imagery/rasters/tiff-directories.ts'
import { UnreadableRaster } from '#imagery/rasters/unreadable.ts'
import { isScaled, valuesOf } from '#imagery/rasters/values.ts'
import { crsOfEpsg } from '../crs/crs-of-epsg.ts'
import { crsOfWkt } from '../crs/crs-of-wkt.ts'
import { sharp } from '../safe-sharp.ts'
import { appendTo, readAt, withFile } from '../scratch-file.ts'
import { defineThreadWork } from '../thread-work.ts'
import { putTogether } from './cog-file.ts'
import { codecs, encoders } from './raster-codecs.ts'

type MapSource = {
  bytes: number
  fileName: string
  /** The file that becomes the copy for viewing. */
  copyPath: string
  /** The text of the files beside it. */
  worldFile: string | null
  prj: string | null
  kind: MapKind | null
}

const QUALITY = 80
const EMAIL_PIXELS = 480

export type PreparedMap = {
  facts: RasterFacts
  isRounded: boolean
  copyBytes: number
  pictures: Record<(typeof PREVIEW_SIDES)[number], Uint8Array>
  emailPicture: Uint8Array
}
/** `message` is for people. */
export type MapProblem = { reason: UnreadableRaster['reason'] | 'no-space'; message: string }
export type MapOutcome = { map: PreparedMap; problem?: never } | { map?: never; problem: MapProblem }

/** What a GeoTIFF is, its copy for viewing, and its pictures; or why it can't be read, in words for people. */
export const work = defineThreadWork(async (source: MapSource, readRange, report): Promise<MapOutcome> => {
  const { bytes, fileName, copyPath, ...texts } = source
  try {
    const { raster, mask } = findRaster(await readDirectories(bytes, readRange))
    const { kind: statedKind, ...beside } = texts
    const readRows = createRowReader({ raster, readRange, codecs })
    const facts = await describeRaster({ raster, readRows, fileName, ...beside, crsOfEpsg, crsOfWkt })
    const kind = statedKind ?? facts.kind
    const isRounded = isRoundedCopy({ ...facts, kind })
    const { isPicture } = facts
    const drawn = await withFile(copyPath, 'w+', async (copy) => {
      const bytesOfCopy = await withFile(`${copyPath}.tiles`, 'w+', async (tiles) => {
        const {
          head,
          pieces,
          bytes: all,
        } = await makeViewCopy({
          raster,
          mask,
          isPicture,
          isRounded,
          readRange,
          codecs,
          encoders,
          keepTile: appendTo(tiles),
          report,
        })
        await putTogether(copy, tiles, { head, pieces })
        return all
      })
      const pictures = await draw({ ...facts, kind }, bytesOfCopy, (from, to) => readAt(copy, from, to - from))
      return { copyBytes: bytesOfCopy, ...pictures }
    })
    const { ranges, isNearInfrared, ...pictures } = drawn
    const found = { ...facts, ranges, ...(isNearInfrared && { looksNearInfrared: true as const }) }
    return { map: { facts: found, isRounded, ...pictures } }
  } catch (error) {
    if (error instanceof UnreadableRaster) return { problem: { reason: error.reason, message: error.message } }
    if ((error as { code?: unknown }).code === 'ENOSPC') return { problem: { reason: 'no-space', message: NO_SPACE } }
    throw error
  }
})

const NO_SPACE = 'There is no space left on the server to prepare this map. It is tried again.'

/** Elevation loses at most half a millimetre in its copy, which is a third smaller for it. */
const isRoundedCopy = ({ kind, sampleType, bands }: Pick<RasterFacts, 'kind' | 'sampleType' | 'bands'>): boolean =>
  kind === 'elevation' && sampleType.startsWith('float') && !isScaled(bands)

/** Drawn from the smallest level that has enough pixels, or the largest there is. */
async function draw(facts: Omit<RasterFacts, 'ranges'>, bytes: number, readRange: ReadRange) {
  const [large, small] = PREVIEW_SIDES
  const levels = findLevels(await readDirectories(bytes, readRange))
  const level = levels.findLast(({ raster }) => Math.max(raster.width, raster.height) >= large / 2) ?? levels[0]
  if (!level) throw new Error('The copy has no level')
  const { raster, mask } = level
  const read = createRowReader({ raster, readRange, codecs })
  const readMask = mask && createRowReader({ raster: mask, readRange, codecs })
  const { width, height, bands } = raster
  const numbers = samplesIn(await read(0, height), raster.sampleType)
  const hasScale = isScaled(facts.bands)
  const samples = hasScale ? valuesOf(numbers, { bands: facts.bands, nodata: raster.nodata }) : numbers
  const nodata = hasScale ? undefined : raster.nodata
  const shown = await readMask?.(0, height)
  const ranges = rangesOf({ samples, mask: shown, bands }, nodata)
  const rgba = drawLevel({ width, height, samples, nodata, mask: shown }, { ...facts, ranges })
  const scaled = (side: number) =>
    sharp(rgba, { raw: { width, height, channels: 4 } }).resize(side, side, {
      fit: 'inside',
      withoutEnlargement: true,
    })
  const picture = (side: number) => scaled(side).webp({ quality: QUALITY }).toBuffer()
  return {
    ranges,
    isNearInfrared: looksNearInfrared({ samples, nodata, mask: shown }, { ...facts, ranges }),
    pictures: { [large]: await picture(large), [small]: await picture(small) },
    emailPicture: await scaled(EMAIL_PIXELS).flatten({ background: '#fff' }).jpeg({ quality: QUALITY }).toBuffer(),
  }
}
