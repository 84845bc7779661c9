// Shifts between the flights of a real trial of soybeans. Collected only when SOY_TRIAL names the folder with its flights.

import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { MeasuredShift } from '#domain/shifts.ts'
import { NO_CODECS } from '../rasters/decode-block.ts'
import { findRaster } from '../rasters/raster.ts'
import { createRowReader } from '../rasters/read-rows.ts'
import { readDirectories } from '../rasters/tiff-directories.ts'
import { utmAt } from '../rasters/utm.ts'
import { type MapToCompare, measureShift } from './measure-shift.ts'

const folder = join(process.env.SOY_TRIAL ?? '', 'flights')
const no = () => Promise.reject(new Error('No flight is compressed like this'))

/** `moved`: metres east and north of where it lies. */
async function withMap<Result>(
  date: string,
  moved: readonly [number, number],
  use: (map: MapToCompare) => Promise<Result>,
): Promise<Result> {
  const handle = await open(join(folder, `${date}_Lamberton_clipped.tif`))
  const { size } = await handle.stat()
  const readRange = async (from: number, to: number) => {
    const { bytesRead, buffer } = await handle.read(new Uint8Array(to - from), 0, to - from, from)
    return buffer.subarray(0, bytesRead)
  }
  const { raster } = findRaster(await readDirectories(size, readRange))
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = raster.transform ?? []
  const readRows = createRowReader({ raster, readRange, codecs: { ...NO_CODECS, inflate: no } })
  const result = await use({
    layer: { ...raster, bands: ['red', 'green', 'blue', 'alpha'], isUpTo255: true, readRows },
    transform: [a, b, c + moved[0], d, e, f + moved[1]],
    crs: utmAt(-95.3, 44.2),
    gsdMetres: a,
  })
  await handle.close()
  return result
}

const between = (one: string, other: string, moved: readonly [number, number] = [0, 0]): Promise<MeasuredShift> =>
  withMap(one, [0, 0], (reference) =>
    withMap(other, moved, (flight) => measureShift({ reference, flight }, () => undefined)),
  )

const cm = ({ shift }: MeasuredShift) => [(shift?.eastMetres ?? NaN) * 100, (shift?.northMetres ?? NaN) * 100]

test('shifts over three dates add up, and a flight that was moved by a known distance has moved by that', async () => {
  const shifts = [
    await between('20180829', '20180905'),
    await between('20180905', '20180914'),
    await between('20180829', '20180914'),
    await between('20180829', '20180914', [0.437, -0.291]),
  ]
  expect(shifts.map(({ confidence }) => confidence)).toEqual(['good', 'good', 'good', 'good'])
  const [one = [], other = [], both = [], moved = []] = shifts.map(cm)
  for (const [axis, distance] of [43.7, -29.1].entries()) {
    expect(Math.abs((one[axis] ?? NaN) + (other[axis] ?? NaN) - (both[axis] ?? NaN))).toBeLessThan(2)
    expect(Math.abs((moved[axis] ?? NaN) - (both[axis] ?? NaN) - distance)).toBeLessThan(0.5)
  }
})

test('between closed and dead plants no place looks alike, and no number is given', async () => {
  const measured = await between('20180815', '20180925')
  expect(measured).toMatchObject({
    confidence: 'none',
    shift: null,
    reason: 'Too few places look alike on both dates.',
  })
})
