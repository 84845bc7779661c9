// Draws some tiles of an orthomosaic. Keeps the photos it used last, up to a bound.
import { openSync, readSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { MiB } from '#domain/units.ts'
import { cleanSurface, type ReadCells } from '#imagery/dense/clean-surface.ts'
import { layOutTrueOrthomosaic } from '#imagery/dense/true-orthomosaic.ts'
import {
  frameOf,
  layOutOrthomosaic,
  type Orthomosaic,
  type Picture,
  type Tile,
} from '#imagery/reconstruction/orthomosaic.ts'
import { calmBeyondPoints, heightsOf } from '#imagery/reconstruction/surface.ts'
import { writeAll } from '../../../../compute/scratch-file.ts'
import { modelOf, NODATA, readStep } from '../preview-files.ts'
import type { DrawTask } from './draw-maps.ts'
import { layersOf, sceneOf } from './layers.ts'
import { openPhoto } from './open-photo.ts'

const PICTURES_BYTES_MAX = MiB(600)

const { folder, gains, from, to } = workerData as DrawTask
const { matched } = await readStep(folder, 'prepared')
const { solved, layout } = modelOf(await readStep(folder, 'solved'))
const photos = solved.model.views.map(({ name }) => matched.find(({ matchedName }) => matchedName === name))
const smalls = photos.map((photo) => photo?.small ?? { width: 1, height: 1, rgb: new Uint8Array(3) })
const { cellPixels } = await readStep(folder, 'wanted')
const orthomosaic =
  cellPixels > 0 ? await overSurface() : layOutOrthomosaic(sceneOf({ model: solved.model, layout, smalls, gains }))

async function overSurface(): Promise<Orthomosaic> {
  const { grid } = await readStep(folder, 'dense')
  const groundAt = heightsOf(calmBeyondPoints(layout.surface))
  const readCells = cleanSurface({ grid, groundAt, readCells: readSurface(join(folder, 'surface.raw'), grid.width) })
  const { west, north } = layout.surface
  return layOutTrueOrthomosaic({
    frame: frameOf(layout),
    west,
    north,
    pixel: layout.pixel,
    model: solved.model,
    gains,
    grid,
    readCells,
    groundAt,
  })
}

function readSurface(path: string, across: number): ReadCells {
  const file = openSync(path, 'r')
  return ({ left, top, width, height }) => {
    const cells = new Float32Array(width * height)
    const bytes = new Uint8Array(cells.buffer)
    for (let row = 0; row < height; row += 1)
      readSync(file, bytes, row * width * 4, width * 4, ((top + row) * across + left) * 4)
    return cells.map((one) => (one === NODATA ? Number.NaN : one))
  }
}

/** The least recently used first. */
const pictures = new Map<number, Picture>()

async function pictureOf(view: number): Promise<void> {
  const known = pictures.get(view)
  pictures.delete(view)
  pictures.set(view, known ?? (await decode(view)))
}

/** Not larger than the orthomosaic can show. */
async function decode(view: number): Promise<Picture> {
  const photo = photos[view]
  const { centre, camera } = solved.model.views[view] ?? { centre: [0, 0, 0], camera: 0 }
  const { width = 1, lens } = solved.model.cameras[camera] ?? {}
  const native = ((centre[2] ?? 0) - layout.ground) / ((lens?.focal ?? 1) * (photo?.scale ?? 1))
  const share = Math.min(1, native / layout.pixel)
  const pixels = Math.max(1, Math.round(width * (photo?.scale ?? 1) * share))
  const { data, info } = await (await openPhoto(join(folder, photo?.file ?? '')))
    .resize(pixels, null, { withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, rgb: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) }
}

function forget(needed: readonly number[]): void {
  let bytes = 0
  for (const { rgb } of pictures.values()) bytes += rgb.length
  for (const [view, { rgb }] of pictures) {
    if (bytes <= PICTURES_BYTES_MAX) return
    if (needed.includes(view)) continue
    pictures.delete(view)
    bytes -= rgb.length
  }
}

async function writeTile(file: FileHandle, { left, top, width, height }: Tile, rgba: Uint8Array): Promise<void> {
  for (let row = 0; row < height; row += 1)
    await writeAll(
      file,
      rgba.subarray(row * width * 4, (row + 1) * width * 4),
      ((top + row) * orthomosaic.width + left) * 4,
    )
}

const [blended, plain] = await Promise.all(
  layersOf(folder).map((path) =>
    open(path, 'a')
      .then((file) => file.close())
      .then(() => open(path, 'r+')),
  ),
)
for (const tile of orthomosaic.tiles.slice(from, to)) {
  const needed = orthomosaic.viewsOf(tile)
  for (const view of needed) await pictureOf(view)
  forget(needed)
  const drawn = orthomosaic.draw(tile, pictures)
  if (blended && plain) {
    await writeTile(blended, tile, drawn.blended)
    await writeTile(plain, tile, drawn.plain)
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort?.postMessage('tile')
}
await Promise.all([blended?.close(), plain?.close()])
