import type { SampleType } from '#domain/maps.ts'
import { isPictureRaster } from '#imagery/rasters/content.ts'
import { makeViewCopy } from '#imagery/rasters/make-view-copy.ts'
import { findLevels, findRaster, type MaskedRaster } from '#imagery/rasters/raster.ts'
import { createRowReader, samplesIn } from '#imagery/rasters/read-rows.ts'
import { readDirectories } from '#imagery/rasters/tiff-directories.ts'
import { codecs, encoders } from '../rasters/raster-codecs.ts'

const rangesOf = (file: Uint8Array) => async (from: number, to: number) => file.slice(from, to)

/** The levels of a file with their samples, band by band for each pixel. */
export async function readLevels(file: Uint8Array) {
  const readRange = rangesOf(file)
  const read = async ({ raster, mask }: MaskedRaster) => {
    const pixels = await createRowReader({ raster, readRange, codecs })(0, raster.height)
    const shown = mask && (await createRowReader({ raster: mask, readRange, codecs })(0, raster.height))
    return { raster, samples: samplesIn(pixels, raster.sampleType), mask: shown }
  }
  return Promise.all(findLevels(await readDirectories(file.length, readRange)).map(read))
}

export async function copyOf(file: Uint8Array, isRounded = false): Promise<Uint8Array> {
  const readRange = rangesOf(file)
  const { raster, mask } = findRaster(await readDirectories(file.length, readRange))
  const isPicture = await isPictureRaster(raster, createRowReader({ raster, readRange, codecs }))
  const tiles: Uint8Array[] = []
  let end = 0
  const keepTile = async (data: Uint8Array) => {
    tiles.push(data)
    end += data.length
    return end - data.length
  }
  const layout = await makeViewCopy({ raster, mask, isPicture, isRounded, readRange, codecs, encoders, keepTile })
  const kept = Buffer.concat(tiles)
  const pieces = layout.pieces.map(({ at, bytes }) => kept.subarray(at, at + bytes))
  const copy = new Uint8Array(Buffer.concat([layout.head, ...pieces]))
  if (copy.length !== layout.bytes) throw new Error(`The copy has ${copy.length} bytes, not ${layout.bytes}`)
  return copy
}

export const isFloat = (type: SampleType): boolean => type.startsWith('float')
/** Values that use the whole range of a type, in runs and in noise. */
export const valuesOf = (type: SampleType) => (x: number, y: number, band: number) => {
  const step = ((x >> 3) * 7919 + y * 104_729 + band * 1299) % 10_007
  if (isFloat(type)) return Math.fround(step * 1.37 - 5000.25)
  const bits = Number(/\d+$/.exec(type)?.[0])
  const low = type.startsWith('u') ? 0 : -(2 ** (bits - 1))
  return low + ((step * 429_497) % 2 ** bits)
}
