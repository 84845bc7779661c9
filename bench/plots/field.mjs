// The map and the plots that are measured.
import { closeSync, existsSync, openSync, renameSync, writeSync } from 'node:fs'
import { buildGrid } from '#imagery/plots/grid.ts'
import { placeDirectories, writeHead } from '#imagery/rasters/tiff-head.ts'
import { TAG } from '#imagery/rasters/tiff-tags.ts'

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

/** An uncompressed BigTIFF of tiles with red, green, blue and alpha. */
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
  const offsets = Array.from({ length: tiles }, () => 0)
  const fields = [
    { tag: TAG.width, type: 'long', values: [side] },
    { tag: TAG.height, type: 'long', values: [side] },
    { tag: TAG.bitsPerSample, type: 'short', values: [8, 8, 8, 8] },
    { tag: TAG.compression, type: 'short', values: [1] },
    { tag: TAG.photometric, type: 'short', values: [2] },
    { tag: TAG.samplesPerPixel, type: 'short', values: [BANDS] },
    { tag: TAG.tileWidth, type: 'short', values: [TILE] },
    { tag: TAG.tileLength, type: 'short', values: [TILE] },
    { tag: TAG.tileOffsets, type: 'long8', values: offsets },
    { tag: TAG.tileByteCounts, type: 'long', values: offsets.map(() => tileBytes) },
    { tag: TAG.extraSamples, type: 'short', values: [2] },
    { tag: TAG.modelPixelScale, type: 'double', values: [METRES / side, METRES / side, 0] },
    { tag: TAG.modelTiepoint, type: 'double', values: [0, 0, 0, 0, METRES, 0] },
  ]
  const places = placeDirectories([{ fields }])
  for (const tile of offsets.keys()) offsets[tile] = places.end + tile * tileBytes
  return writeHead([{ fields }], places)
}
