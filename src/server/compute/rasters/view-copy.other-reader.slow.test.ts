import { fromArrayBuffer, type TypedArray } from 'geotiff'
import { expect, test } from 'vitest'
import type { SampleType } from '#domain/maps.ts'
import { makeTiff } from '#imagery/testing/make-tiff.ts'
import { copyOf, readLevels, valuesOf } from '../testing/raster-copies.ts'

const PLACE = {
  scale: [0.03, 0.03, 0] as const,
  tiepoint: [0, 0, 0, 300_000, 4_900_000, 0],
  keys: { 1024: 1, 3072: 32_615 },
}

test.each([
  { sampleType: 'uint16', bands: 5, nodata: '65535' },
  { sampleType: 'float32', bands: 1, nodata: '-9999' },
  { sampleType: 'float64', bands: 2, nodata: 'nan' },
  { sampleType: 'int16', bands: 1 },
] satisfies { sampleType: SampleType; bands: number; nodata?: string }[])(
  'another library reads the copy of %j as this one does, at each level',
  async (about) => {
    const plain = valuesOf(about.sampleType)
    const nodata = 'nodata' in about ? Number(about.nodata) : undefined
    const valueAt = (x: number, y: number, band: number) =>
      nodata !== undefined && x < 300 ? nodata : plain(x, y, band)
    const copy = await copyOf(makeTiff({ width: 1100, height: 700, valueAt, ...about, ...PLACE }))
    const levels = await readLevels(copy)
    const theirs = await fromArrayBuffer(new Uint8Array(copy).buffer)
    expect(await theirs.getImageCount()).toBe(levels.length)
    for (const [index, { raster, samples }] of levels.entries()) {
      const image = await theirs.getImage(index)
      expect([image.getWidth(), image.getHeight()]).toEqual([raster.width, raster.height])
      const read = (await image.readRasters({ interleave: true })) as TypedArray
      expect(samples.findIndex((value, at) => !Object.is(value, read[at]))).toBe(-1)
    }
    const first = await theirs.getImage()
    expect(first.getGDALNoData() ?? undefined).toEqual(nodata)
    expect(first.getBoundingBox()).toEqual([300_000, expect.closeTo(4_899_979), expect.closeTo(300_033), 4_900_000])
  },
)
