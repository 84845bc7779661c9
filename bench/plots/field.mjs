// The map and the plots that are measured.
import { closeSync, existsSync, openSync, renameSync, writeSync } from 'node:fs'
import { buildGrid } from '#imagery/plots/grid.ts'

const TILE = 512
const BANDS = 4
/** So that one centimetre is a pixel, as long as it has 20,000. */
export const METRES = 200

/** Blocks of plots as breeders have them: 38 x 32, 1.5 x 5 m, an alley after every row, a little turned. */
export const plotsOf = () =>
  buildGrid({
    corners: [
      [70, 14],
      [127, 14],
    ],
    rows: 32,
    columns: 38,
    plotLength: 5,
    plotWidth: 1.5,
    gapLength: 0.4,
    rotation: 2,
  }).map(({ ring }) => [[ring]])

/** An uncompressed TIFF of tiles with red, green, blue and alpha. */
export function makeField(file, side) {
  if (existsSync(file)) return
  const across = Math.ceil(side / TILE)
  const tiles = across * across
  const tileBytes = TILE * TILE * BANDS
  const descriptor = openSync(`${file}.new`, 'w')
  const head = headOf({ side, tiles, tileBytes })
  writeSync(descriptor, head, 0, head.length, 0)
  const tile = new Uint8Array(tileBytes)
  for (let index = 0; index < tiles; index += 1) {
    fillTile(tile, { left: (index % across) * TILE, top: Math.floor(index / across) * TILE, perMetre: side / METRES })
    writeSync(descriptor, tile, 0, tileBytes, head.length + index * tileBytes)
  }
  closeSync(descriptor)
  renameSync(`${file}.new`, file)
}

let seed = 20_261_123
function random() {
  seed ^= seed << 13
  seed ^= seed >>> 17
  seed ^= seed << 5
  return (seed >>> 0) / 4_294_967_296
}
const bell = () => random() + random() + random() + random() - 2
const NOISE = Float32Array.from({ length: 1 << 20 }, bell)

/**
 * Rows of plants on soil. Of the pixels of a plot, about as many have a colour of their own as in a real orthomosaic of
 * soybeans: 6 of 10 when there are 190,000.
 */
function fillTile(tile, { left, top, perMetre }) {
  let noise = Math.floor(random() * NOISE.length)
  for (let at = 0; at < tile.length; at += BANDS) {
    const pixel = at / BANDS
    const [x, y] = [left + (pixel % TILE), top + Math.floor(pixel / TILE)]
    const isPlant = Math.abs(((x / perMetre) % 0.75) - 0.375) < 0.3 + 0.1 * Math.sin(y / perMetre / 3)
    noise = (noise + 3) % (NOISE.length - 2)
    const light = 1 + NOISE[noise] * 0.52
    tile[at] = clamp((isPlant ? 95 : 150) * light + NOISE[noise + 1] * 14)
    tile[at + 1] = clamp(125 * light)
    tile[at + 2] = clamp((isPlant ? 60 : 95) * light + NOISE[noise + 2] * 14)
    tile[at + 3] = 255
  }
}

const clamp = (value) => Math.max(0, Math.min(255, value))

function headOf({ side, tiles, tileBytes }) {
  const entries = [
    [256, 4, [side]],
    [257, 4, [side]],
    [258, 3, [8, 8, 8, 8]],
    [259, 3, [1]],
    [262, 3, [2]],
    [277, 3, [BANDS]],
    [322, 3, [TILE]],
    [323, 3, [TILE]],
    [324, 4, Array.from({ length: tiles }, () => 0)],
    [325, 4, Array.from({ length: tiles }, () => tileBytes)],
    [338, 3, [2]],
    [33_550, 12, [METRES / side, METRES / side, 0]],
    [33_922, 12, [0, 0, 0, 0, METRES, 0]],
  ]
  const SIZES = { 3: 2, 4: 4, 12: 8 }
  const start = 8 + 2 + entries.length * 12 + 4
  const outside = entries.reduce((sum, [, type, values]) => {
    const bytes = SIZES[type] * values.length
    return sum + (bytes > 4 ? bytes : 0)
  }, 0)
  const bytes = start + outside
  const view = new DataView(new ArrayBuffer(bytes))
  view.setUint16(0, 0x4949)
  view.setUint16(2, 42, true)
  view.setUint32(4, 8, true)
  view.setUint16(8, entries.length, true)
  let free = start
  for (const [index, [tag, type, given]] of entries.entries()) {
    const values = tag === 324 ? given.map((_, tile) => bytes + tile * tileBytes) : given
    const at = 10 + index * 12
    view.setUint16(at, tag, true)
    view.setUint16(at + 2, type, true)
    view.setUint32(at + 4, values.length, true)
    const size = SIZES[type] * values.length
    const place = size > 4 ? free : at + 8
    if (size > 4) {
      view.setUint32(at + 8, free, true)
      free += size
    }
    for (const [which, value] of values.entries()) {
      const to = place + which * SIZES[type]
      if (type === 3) view.setUint16(to, value, true)
      else if (type === 4) view.setUint32(to, value, true)
      else view.setFloat64(to, value, true)
    }
  }
  return new Uint8Array(view.buffer)
}
