import { expect, test } from 'vitest'
import { boxOf } from '../../plots/polygon.ts'
import { NO_CODECS } from '../../rasters/decode-block.ts'
import { findRaster } from '../../rasters/raster.ts'
import { createRowReader } from '../../rasters/read-rows.ts'
import { readDirectories } from '../../rasters/tiff-directories.ts'
import { makeTiff, type TiffOptions } from '../../testing/make-tiff.ts'
import { box } from './testing/make-field.ts'
import { windowOf } from './window.ts'

const rasterOf = async (layout: Partial<TiffOptions>) => {
  const bytes = new Uint8Array(
    makeTiff({
      width: 100,
      height: 40,
      bands: 3,
      valueAt: (x, y, band) => (x + 3 * y + 50 * band) % 256,
      ...layout,
    }),
  )
  const readRange = (from: number, to: number) => Promise.resolve(bytes.subarray(from, to))
  return { raster: findRaster(await readDirectories(bytes.length, readRange)).raster, readRange }
}

test.each([
  ['tiles', { tile: 16 }],
  ['strips', {}],
  ['bands one after another', { tile: 16, isPlanar: true }],
])('some columns of rows are those of whole rows: %s', async (_, layout) => {
  const { raster, readRange } = await rasterOf(layout)
  const common = {
    raster,
    readRange,
    codecs: { ...NO_CODECS, inflate: () => Promise.reject(new Error('Nothing is packed')) },
  }
  const whole = await createRowReader(common)(5, 30)
  const [left, right] = [21, 70]
  const part = await createRowReader({ ...common, columns: [left, right] })(5, 30)
  const rows = Array.from({ length: 25 }, (_row, y) => [...whole.subarray((y * 100 + left) * 3, (y * 100 + right) * 3)])
  expect([...part]).toEqual(rows.flat())
})

test('a window holds all plots with what is around them, and ends at the edges of the raster', () => {
  const plots = [box([30, 2, 40, 9]), box([52.5, 2, 61.5, 9])]
  const { columns, place } = windowOf({ width: 100 }, plots, 4.5)
  expect(columns).toEqual([24, 68])
  expect(plots.map((plot) => boxOf(place(plot)).minX)).toEqual([6, 28.5])
  expect(windowOf({ width: 63 }, plots, 40).columns).toEqual([0, 63])
})
