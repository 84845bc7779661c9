import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePhotos } from '#server/testing/photo-flight.ts'
import { readStep, writeStep } from '../preview-files.ts'
import { preparePhotos } from './prepare-photos.ts'

test.each([
  ['of a converted camera are counted', true, 6],
  ['of an ordinary camera are not', false, 0],
])('photos %s as near infrared', async (_, isNearInfrared, count) => {
  const folder = await mkdtemp(join(tmpdir(), 'prepare-'))
  const photos = await makePhotos({ lines: 2, shots: 3, isNearInfrared })
  const copied = photos.map(({ name }, at) => ({ name, file: `${at}.jpg` }))
  for (const [at, { jpeg }] of photos.entries()) await writeFile(join(folder, `${at}.jpg`), jpeg)
  await writeStep(folder, 'copied', copied)
  await preparePhotos(folder, () => undefined)
  expect((await readStep(folder, 'prepared')).nearInfrared).toBe(count)
  await rm(folder, { recursive: true })
})
