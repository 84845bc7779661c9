// Matches tiles of a surface, as it is given them.
import { openSync, readSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { DensePhoto } from '#imagery/dense/choose-photos.ts'
import { heightRange } from '#imagery/dense/height-range.ts'
import { createKernel, type KernelExports } from '#imagery/dense/kernel/create-kernel.ts'
import { differencesOfHalves, noDifferences, tilesOfNoise } from '#imagery/dense/noise.ts'
import { type CellTile, type SurfaceTile, surfaceTile, tilesOf } from '#imagery/dense/surface-tile.ts'
import { scaleLens } from '#imagery/reconstruction/model.ts'
import { calmBeyondPoints } from '#imagery/reconstruction/surface.ts'
import { writeAll } from '../../../../compute/scratch-file.ts'
import { modelOf, NODATA, readStep } from '../preview-files.ts'
import type { MatchTask, Told, Wanted } from './match-surface.ts'

// @types/node has none of it, and those of browsers are not for the server.
declare const WebAssembly: {
  instantiate: (program: Uint8Array) => Promise<{ instance: { exports: KernelExports } }>
}

const KERNEL = new URL('../../../../../imagery/dense/kernel/matching.wasm', import.meta.url)

const { folder, grid, gsd } = workerData as MatchTask
const greys = await readStep(folder, 'grey')
const { solved, layout } = modelOf(await readStep(folder, 'solved'))
const { cameras, views } = solved.model
const { instance } = await WebAssembly.instantiate(await readFile(KERNEL))
const kernel = createKernel(instance.exports)

const photos = views.flatMap((view, at): DensePhoto[] => {
  const [grey, camera] = [greys[at], cameras[view.camera]]
  if (!grey || !camera) return []
  const { width, height, starts } = grey
  const file = openSync(join(folder, grey.file), 'r')
  const readGrey: DensePhoto['readGrey'] = (halvings, part) => {
    const read = new Uint8Array(part.width * part.height)
    for (let row = 0; row < part.height; row += 1) {
      const from = (starts[halvings] ?? 0) + (part.top + row) * (width >> halvings) + part.left
      readSync(file, read, row * part.width, part.width, from)
    }
    return read
  }
  return [{ lens: scaleLens(camera.lens, width / camera.width), view, width, height, readGrey }]
})
const rangeOf = heightRange(calmBeyondPoints(layout.surface), layout.heightAboveGround)
const task = { grid, photos, gsd, rangeOf }
const tiles = tilesOf(grid.width, grid.height)
const ofNoise = tilesOfNoise(task, { tiles, height: layout.ground })
const [heightFile, confidenceFile] = await Promise.all(
  ['surface.raw', 'confidence.raw'].map((name) => open(join(folder, name), 'r+')),
)

async function write({ left, top, width, height }: CellTile, { heights, confidence }: SurfaceTile): Promise<void> {
  if (!heightFile || !confidenceFile) return
  const values = heights.map((one) => (Number.isNaN(one) ? NODATA : one))
  for (let row = 0; row < height; row += 1) {
    const to = (top + row) * grid.width + left
    const of = values.slice(row * width, (row + 1) * width)
    await writeAll(heightFile, new Uint8Array(of.buffer), to * 4)
    await writeAll(confidenceFile, confidence.subarray(row * width, (row + 1) * width), to)
  }
}

const port = parentPort
if (!port) throw new Error('This is no thread')
port.on('message', (wanted: Wanted | null) => {
  if (!wanted) {
    port.close()
    return
  }
  const tile = (wanted.isOfNoise ? ofNoise : tiles)[wanted.at]
  if (!tile || wanted.isOfNoise) {
    const differences = tile ? differencesOfHalves(kernel, task, tile) : noDifferences()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    port.postMessage({ differences } satisfies Told)
    return
  }
  const made = surfaceTile(kernel, task, tile)
  const counted = Array.from({ length: 256 }, () => 0)
  for (const one of made.confidence) counted[one] = (counted[one] ?? 0) + 1
  write(tile, made).then(
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    () => port.postMessage({ counted } satisfies Told),
    (error: unknown) => {
      throw error
    },
  )
})
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
port.postMessage(null)
