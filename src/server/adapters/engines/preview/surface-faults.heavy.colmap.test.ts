import { mkdtempSync, readdirSync } from 'node:fs'
import { truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { CELL_PIXELS } from '#domain/processing.ts'
import { GiB, minutes } from '#domain/units.ts'
import { makePhotos } from '#server/testing/photo-flight.ts'
import { type EngineOrder, RunFailed } from '../engine.ts'
import { openPreviewEngine } from './preview-engine.ts'
import { orderOf } from './testing/order-of.ts'

const root = mkdtempSync(join(tmpdir(), 'surface-faults-'))
let photos: Awaited<ReturnType<typeof makePhotos>>
beforeAll(async () => {
  photos = await makePhotos({ lines: 2, shots: 4 })
})

const surfaceOf = (order: EngineOrder) => openPreviewEngine(root).run({ ...order, options: { [CELL_PIXELS]: 2 } })
const STAGES = [
  'Reading the photos in grey',
  'Matching the surface',
  'Drawing the maps',
  'Finding the ground',
  'Writing the files',
]

test.each(STAGES)(
  'cancelled while %s, a surface ends at once, and nothing is left',
  async (stage) => {
    const cancel = new AbortController()
    const { order, products } = orderOf(photos, cancel.signal)
    let isThere = false
    order.log = (line) => {
      isThere = line === stage
    }
    order.report = () => isThere && cancel.abort(new Error('cancelled'))
    await expect(surfaceOf(order)).rejects.toThrow('cancelled')
    expect(products.size).toBe(0)
    expect(readdirSync(root)).toEqual([])
  },
  minutes(3),
)

test(
  'a disk that is full while the surface is matched ends it with what to do, and nothing is left',
  async () => {
    const { order, products } = orderOf(photos)
    order.log = (line) => {
      if (line === 'Matching the surface') void fill()
    }
    const failure = await surfaceOf(order).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(RunFailed)
    expect(failure).toMatchObject({ message: expect.stringMatching(/disk/), advice: expect.stringMatching(/\w/) })
    expect(products.size).toBe(0)
    expect(readdirSync(root)).toEqual([])
  },
  minutes(3),
)

test('photos that need more disk than is free are refused before they are read', async () => {
  const { order } = orderOf(photos)
  const large = photos.map(({ name }) => ({ name, bytes: 1e15, position: null, open: () => nothing() }))
  const engine = openPreviewEngine(root, { photosBytes: 1e18 })
  await expect(engine.run({ ...order, photos: large })).rejects.toThrow(
    /need about 16000000 GB of disk, and \d+ GB are/,
  )
  expect(readdirSync(root)).toEqual([])
})

async function* nothing(): AsyncGenerator<Uint8Array> {
  yield await Promise.reject(new Error('It was read'))
}

/** With a file that says it has more than a run may take, and takes none. */
async function fill(): Promise<void> {
  const [folder = ''] = readdirSync(root)
  await writeFile(join(root, folder, 'large'), '')
  await truncate(join(root, folder, 'large'), GiB(61))
}

const withSpoilt = (change: (jpeg: Buffer) => Buffer) =>
  photos.map((photo, at) => (at === 3 ? { ...photo, jpeg: change(Buffer.from(photo.jpeg)) } : photo))

describe('photos that are not as they should be', () => {
  test.each([
    ['ends before its last rows', (jpeg: Buffer) => jpeg.subarray(0, jpeg.length - 9000), false],
    [
      'has other bytes among its pixels',
      (jpeg: Buffer) => jpeg.fill(0x55, jpeg.length >> 1, (jpeg.length >> 1) + 400),
      false,
    ],
    ['goes on with something else', (jpeg: Buffer) => Buffer.concat([jpeg, Buffer.alloc(5000, 7)]), true],
  ])(
    'one that %s is used or left out by name, and the others become a surface',
    async (_, change, isUsed) => {
      const { order, products } = orderOf(withSpoilt(change))
      const quality = await surfaceOf(order)
      expect([quality.usedPhotos, quality.notes.filter((note) => note.includes('was left out'))]).toEqual(
        isUsed ? [8, []] : [7, ["101MEDIA/DJI_1.JPG was left out: it can't be read."]],
      )
      expect([...products.keys()]).toContain('elevation.tif')
      expect(readdirSync(root)).toEqual([])
    },
    minutes(3),
  )
})
