// Real flights and files of control points. Collected only when FLIGHT_DATA names the folder with them.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recognise } from './recognise.ts'

const folder = process.env.FLIGHT_DATA ?? ''

test('each sample of a file of control points is recognised with its system', async () => {
  const names = (await readdir(join(folder, 'gcp-samples'))).sort()
  const found = await Promise.all(
    names.map(async (name) => recognise({ name, bytes: await readFile(join(folder, 'gcp-samples', name)) })),
  )
  expect(
    found.map((one) => one && [one.format, one.crs?.epsg ?? null, one.points.length, one.marks.length, one.skipped]),
  ).toEqual([
    ['odm-gcp', 32_617, 4, 4, 0],
    ['survey', null, 10, 0, 0],
    ['odm-gcp', 32_611, 10, 27, 0],
    ['odm-gcp', 32_617, 5, 25, 0],
  ])
})
