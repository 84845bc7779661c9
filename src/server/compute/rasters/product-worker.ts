import type { ReadRange } from '#domain/archive/byte-reader.ts'
import { MiB } from '#domain/units.ts'
import { checkGlb, glbHeadBytes } from '#imagery/models/check-glb.ts'
import { readPackedGlb } from '#imagery/models/unpack-glb.ts'
import { UnreadableModel } from '#imagery/models/unreadable-model.ts'
import { readLasHeader } from '#imagery/points/las-header.ts'
import { UnreadablePoints } from '#imagery/points/unreadable-points.ts'
import { findRaster, type Raster } from '#imagery/rasters/raster.ts'
import { createRowReader, samplesIn } from '#imagery/rasters/read-rows.ts'
import { readDirectories } from '#imagery/rasters/tiff-directories.ts'
import { UnreadableRaster } from '#imagery/rasters/unreadable.ts'
import { defineThreadWork } from '../thread-work.ts'
import { codecs } from './raster-codecs.ts'

export type ProductFormat = 'geotiff' | 'points' | 'glb' | 'pdf' | 'json'
type Product = { bytes: number; format: ProductFormat }

class UnusableProduct extends Error {}

/** Why the file of an engine can't be used, in words for people; null for one that can. */
export const work = defineThreadWork(async ({ bytes, format }: Product, readRange): Promise<string | null> => {
  try {
    if (bytes === 0) return 'It is empty.'
    await CHECKS[format](bytes, readRange)
    return null
  } catch (error) {
    const isKnown = [UnusableProduct, UnreadableRaster, UnreadablePoints, UnreadableModel].some(
      (kind) => error instanceof kind,
    )
    if (isKnown && error instanceof Error) return error.message
    throw error
  }
})

type Check = (bytes: number, readRange: ReadRange) => Promise<void>

const SAMPLE_ROWS = 9
const JSON_BYTES_MAX = MiB(64)

const CHECKS: Record<ProductFormat, Check> = {
  geotiff: async (bytes, readRange) => {
    const { raster } = findRaster(await readDirectories(bytes, readRange))
    checkBlocks(raster, bytes)
    if (!raster.transform) throw new UnusableProduct('It does not say where it lies.')
    const readRows = createRowReader({ raster, readRange, codecs })
    for (let row = 0; row < SAMPLE_ROWS; row += 1) {
      const y = Math.floor(((row + 0.5) / SAMPLE_ROWS) * raster.height)
      if (showsSomething(await readRows(y, y + 1), raster)) return
    }
    throw new UnusableProduct('It shows nothing: its pixels are empty.')
  },
  points: async (bytes, readRange) => {
    const { count, recordBytes, pointsAt, laszip } = await readLasHeader(bytes, readRange)
    const needed = pointsAt + (laszip ? 8 : count * recordBytes)
    if (needed > bytes) throw new UnusableProduct('Its points are missing.')
  },
  glb: async (bytes, readRange) => {
    const packed = await readPackedGlb({ size: bytes, readRange })
    if (packed) return
    const head = await readRange(0, glbHeadBytes(await readRange(0, 20)) ?? 20)
    checkGlb(head, bytes)
  },
  pdf: async (bytes, readRange) => {
    const head = new TextDecoder('latin1').decode(await readRange(0, Math.min(bytes, 1024)))
    if (!head.includes('%PDF-')) throw new UnusableProduct('Despite its name, this file is no PDF.')
  },
  json: async (bytes, readRange) => {
    if (bytes > JSON_BYTES_MAX) throw new UnusableProduct('It is too large.')
    try {
      JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await readRange(0, bytes)))
    } catch {
      throw new UnusableProduct('It is not valid JSON.')
    }
  },
}

function checkBlocks({ offsets, byteCounts }: Raster, bytes: number): void {
  for (let at = 0; at < offsets.length; at += 1)
    if ((offsets[at] ?? 0) + (byteCounts[at] ?? 0) > bytes) throw new UnusableProduct('It ends before its pixels do.')
}

function showsSomething(row: Uint8Array, { sampleType, bands, nodata, alphaBand }: Raster): boolean {
  const samples = samplesIn(row, sampleType)
  for (let at = 0; at < samples.length; at += bands) {
    if (alphaBand !== undefined) {
      if ((samples[at + alphaBand] ?? 0) > 0) return true
      continue
    }
    for (let band = 0; band < bands; band += 1) {
      const value = samples[at + band] ?? Number.NaN
      if (!Number.isNaN(value) && value !== nodata) return true
    }
  }
  return false
}
