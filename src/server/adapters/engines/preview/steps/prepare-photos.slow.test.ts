import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lonLatOf } from '#imagery/rasters/crs.ts'
import { utmAt } from '#imagery/rasters/utm.ts'
import { EAST, makePhotos, NORTH } from '#server/testing/photo-flight.ts'
import { readStep, writeStep } from '../preview-files.ts'
import { preparePhotos } from './prepare-photos.ts'

test.each([
  ['of a converted camera are counted', true, 6],
  ['of an ordinary camera are not', false, 0],
])('photos %s as near infrared', async (_, isNearInfrared, count) => {
  const folder = await mkdtemp(join(tmpdir(), 'prepare-'))
  const photos = await makePhotos({ lines: 2, shots: 3, isNearInfrared })
  const copied = photos.map(({ name }, at) => ({ name, position: null, file: `${at}.jpg` }))
  for (const [at, { jpeg }] of photos.entries()) await writeFile(join(folder, `${at}.jpg`), jpeg)
  await writeStep(folder, 'copied', copied)
  await preparePhotos(folder, () => undefined)
  expect((await readStep(folder, 'prepared')).nearInfrared).toBe(count)
  await rm(folder, { recursive: true })
})

test('a photo lies where a file beside it says, as exactly as that says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prepare-'))
  const photos = await makePhotos({ lines: 2, shots: 3 })
  const [lon, lat] = lonLatOf(utmAt(10.5, 51.5), [EAST, NORTH])
  const position = { lon, lat, height: 190, error: { flag: 50, across: 0.03, up: 0.05 } }
  const copied = photos.map(({ name }, at) => ({ name, position: at === 2 ? position : null, file: `${at}.jpg` }))
  for (const [at, { jpeg }] of photos.entries()) await writeFile(join(folder, `${at}.jpg`), jpeg)
  await writeStep(folder, 'copied', copied)
  await preparePhotos(folder, () => undefined)
  const { matched, origin } = await readStep(folder, 'prepared')
  const fixes = matched.map(
    ({
      fix: {
        at: [x, y, z],
        ...error
      },
    }) => ({ x: x + origin[0], y: y + origin[1], z, ...error }),
  )
  expect(fixes[2]).toEqual({ x: expect.closeTo(EAST, 2), y: expect.closeTo(NORTH, 2), z: 190, across: 0.03, up: 0.05 })
  expect(fixes[1]).toMatchObject({ across: 1.5, up: 2 })
  const elsewhere = copied.map((one) => ({ ...one, position: { ...position, lat: lat + 0.01 } }))
  await writeStep(folder, 'copied', elsewhere)
  await preparePhotos(folder, () => undefined)
  expect((await readStep(folder, 'prepared')).refusal?.message).toMatch(/place 6 of 6 photos more than 50 m from/)
  await rm(folder, { recursive: true })
})
