// The photos laid over the ground, seen straight down. Made tile by tile, so that only the photos of one tile need to be in memory.
import { BLOCK, type Candidate, candidatesOf, NODES, type Scene, STEP } from './candidates.ts'
import type { Vector } from './model.ts'
import { heightsOf, type Surface } from './surface.ts'

/** RGB; its size may differ from that of its camera. */
export type Picture = { width: number; height: number; rgb: Uint8Array }

/** In pixels of the orthomosaic. */
export type Tile = { left: number; top: number; width: number; height: number }

/** RGBA. In `plain` each pixel is of one photo and as that shows it, for traits; in `blended` photos go over into one another. */
export type Drawn = { blended: Uint8Array; plain: Uint8Array }

export type Orthomosaic = {
  width: number
  height: number
  tiles: Tile[]
  /** Of the photos that a tile needs. */
  viewsOf: (tile: Tile) => number[]
  draw: (tile: Tile, pictures: ReadonlyMap<number, Picture>) => Drawn
}

type Options = {
  scene: Scene
  surface: Surface
  /** 1 where the orthomosaic has pixels, by cells of the surface. */
  isCovered: Uint8Array
  /** Of each view, of red, green and blue. */
  gains: Float64Array
  /** Of a pixel, in metres. */
  pixel: number
}

const TILE = 8 * BLOCK
const KNOWN_MAX = 4 * (TILE / BLOCK) ** 2

/** The pixels of an orthomosaic over a surface. */
export function frameOf({ surface, isCovered, pixel }: Pick<Options, 'surface' | 'isCovered' | 'pixel'>) {
  const width = Math.max(1, Math.floor((surface.width * surface.cell) / pixel))
  const height = Math.max(1, Math.floor((surface.height * surface.cell) / pixel))
  const tiles: Tile[] = []
  for (let top = 0; top < height; top += TILE)
    for (let left = 0; left < width; left += TILE)
      tiles.push({ left, top, width: Math.min(TILE, width - left), height: Math.min(TILE, height - top) })
  const cellOf = (column: number, row: number): number =>
    Math.min(surface.height - 1, Math.floor(((row + 0.5) * pixel) / surface.cell)) * surface.width +
    Math.min(surface.width - 1, Math.floor(((column + 0.5) * pixel) / surface.cell))
  const hasPixel = (column: number, row: number): boolean => isCovered[cellOf(column, row)] === 1
  const hasPixels = ({ left, top }: Corner): boolean => {
    for (let row = top; row < top + BLOCK; row += 1)
      for (let column = left; column < left + BLOCK; column += 1) if (hasPixel(column, row)) return true
    return false
  }
  /** Of a tile, those that have pixels. */
  const blocksOf = ({ left, top, width: across, height: down }: Tile): Corner[] => {
    const corners: Corner[] = []
    for (let y = top; y < top + down; y += BLOCK)
      for (let x = left; x < left + across; x += BLOCK) corners.push({ left: x, top: y })
    return corners.filter(hasPixels)
  }
  return { width, height, tiles, hasPixel, blocksOf }
}

export function layOutOrthomosaic(options: Options): Orthomosaic {
  const { width, height, tiles, hasPixel, blocksOf } = frameOf(options)
  const blocks = createBlocks(options, hasPixel)
  return {
    width,
    height,
    tiles,
    viewsOf: (tile) => [...new Set(blocksOf(tile).flatMap((at) => blocks.candidates(at).map(({ view }) => view)))],
    draw: (tile, pictures) => {
      const size = tile.width * tile.height * 4
      const drawn = { blended: new Uint8Array(size), plain: new Uint8Array(size) }
      for (const at of blocksOf(tile)) blocks.draw({ ...at, tile, drawn }, pictures)
      return drawn
    },
  }
}

export type Corner = { left: number; top: number }

type Target = Corner & { tile: Tile; drawn: Drawn }

function createBlocks({ scene, surface, gains, pixel }: Options, hasPixel: (column: number, row: number) => boolean) {
  const heightAt = heightsOf(surface)
  const { west, north } = surface
  const nodesOf = ({ left, top }: Corner): Vector[] =>
    Array.from({ length: NODES * NODES }, (_, at): Vector => {
      const x = west + (left + (at % NODES) * STEP) * pixel
      const y = north - (top + Math.floor(at / NODES) * STEP) * pixel
      return [x, y, heightAt(x, y)]
    })
  /** Of the blocks that were asked for last: a tile asks for those of its photos, then for drawing. */
  const known = new Map<string, Candidate[]>()
  const candidates = ({ left, top }: Corner): Candidate[] => {
    const name = `${left} ${top}`
    const found = known.get(name) ?? candidatesOf(scene, nodesOf({ left, top }))
    if (known.size >= KNOWN_MAX) known.clear()
    known.set(name, found)
    return found
  }
  return {
    candidates,
    draw: (target: Target, pictures: ReadonlyMap<number, Picture>): void => {
      const sources = candidates(target).flatMap((candidate) => {
        const picture = pictures.get(candidate.view)
        const camera = scene.cameras[scene.views[candidate.view]?.camera ?? 0]
        return picture && camera
          ? [
              createSource(candidate, picture, {
                scale: picture.width / camera.width,
                gains: gains.subarray(candidate.view * 3),
              }),
            ]
          : []
      })
      if (sources.length > 0)
        drawBlock(target, sources, {
          feather: scene.feather,
          isCovered: hasPixel,
        })
    },
  }
}

type Colour = { red: number; green: number; blue: number }

/** Between the four pixels around a place; the middle of the first is at 0.5. */
export function sampleAt({ width, height, rgb }: Picture, at: { column: number; row: number }, into: Colour): void {
  const column = Math.min(width - 1, Math.max(0, at.column - 0.5))
  const row = Math.min(height - 1, Math.max(0, at.row - 0.5))
  const [left, top] = [Math.floor(column), Math.floor(row)]
  const [a, b] = [column - left, row - top]
  const one = (top * width + left) * 3
  const next = left < width - 1 ? one + 3 : one
  const below = top < height - 1 ? width * 3 : 0
  const [w00, w10, w01, w11] = [(1 - a) * (1 - b), a * (1 - b), (1 - a) * b, a * b]
  const mixed = (band: number): number =>
    w00 * (rgb[one + band] ?? 0) +
    w10 * (rgb[next + band] ?? 0) +
    w01 * (rgb[one + below + band] ?? 0) +
    w11 * (rgb[next + below + band] ?? 0)
  into.red = mixed(0)
  into.green = mixed(1)
  into.blue = mixed(2)
}

type Source = ReturnType<typeof createSource>
type Looks = { scale: number; gains: Float64Array }

/** A photo within a block: what it shows, and how far it is from being the right one. */
function createSource({ x, y, distance, more }: Candidate, { width, height, rgb }: Picture, { scale, gains }: Looks) {
  const [red, green, blue] = [gains[0] ?? 1, gains[1] ?? 1, gains[2] ?? 1]
  const source = {
    /** In metres; infinite where the photo doesn't show the place. */
    distance: 0,
    red: 0,
    green: 0,
    blue: 0,
    column: 0,
    row: 0,
    look: (within: Within): void => {
      const px = between(x, within) * scale
      const py = between(y, within) * scale
      const inside = Math.min(px, py, width - px, height - py)
      source.column = px
      source.row = py
      if (inside < 0) {
        source.distance = Number.POSITIVE_INFINITY
        return
      }
      source.distance = between(distance, within)
    },
    /** As the photo shows it. */
    sample: (): void => sampleAt({ width, height, rgb }, source, source),
    /** Brought to the brightness and colour of what is around. */
    even: (within: Within): void => {
      source.red = source.red * red + between(more[0], within)
      source.green = source.green * green + between(more[1], within)
      source.blue = source.blue * blue + between(more[2], within)
    },
  }
  return source
}

/** A place between four nodes: the first of them, and shares of the way to the others. Changed for each pixel, not made. */
type Within = { at: number; across: number; down: number }

function between(values: Float64Array, { at, across, down }: Within): number {
  const upper = (values[at] ?? 0) * (1 - across) + (values[at + 1] ?? 0) * across
  const lower = (values[at + NODES] ?? 0) * (1 - across) + (values[at + NODES + 1] ?? 0) * across
  return upper * (1 - down) + lower * down
}

type Rules = { feather: number; isCovered: (column: number, row: number) => boolean }

function drawBlock(
  { left, top, tile, drawn }: Target,
  sources: readonly Source[],
  { feather, isCovered }: Rules,
): void {
  const [right, bottom] = [
    Math.min(left + BLOCK, tile.left + tile.width),
    Math.min(top + BLOCK, tile.top + tile.height),
  ]
  const within: Within = { at: 0, across: 0, down: 0 }
  const place: Place = { nearest: undefined, feather, within }
  for (let row = top; row < bottom; row += 1)
    for (let column = left; column < right; column += 1) {
      if (!isCovered(column, row)) continue
      within.at = Math.floor((row - top) / STEP) * NODES + Math.floor((column - left) / STEP)
      within.across = (((column - left) % STEP) + 0.5) / STEP
      within.down = (((row - top) % STEP) + 0.5) / STEP
      let nearest: Source | undefined
      for (const source of sources) {
        source.look(within)
        if (source.distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = source
      }
      if (!nearest) continue
      const to = ((row - tile.top) * tile.width + column - tile.left) * 4
      nearest.sample()
      place.nearest = nearest
      write(drawn.plain, to, nearest)
      blend(sources, place)
      write(drawn.blended, to, mixed)
    }
}

const mixed = { red: 0, green: 0, blue: 0 }
type Place = { nearest: Source | undefined; feather: number; within: Within }

function blend(sources: readonly Source[], { nearest, feather, within }: Place): void {
  let [total, red, green, blue] = [0, 0, 0, 0]
  for (const source of sources) {
    const weight = 1 - (source.distance - (nearest?.distance ?? 0)) / feather
    if (!(weight > 0)) continue
    if (source !== nearest) source.sample()
    source.even(within)
    total += weight
    red += weight * source.red
    green += weight * source.green
    blue += weight * source.blue
  }
  mixed.red = red / total
  mixed.green = green / total
  mixed.blue = blue / total
}

export function write(rgba: Uint8Array, at: number, { red, green, blue }: Colour): void {
  rgba[at] = Math.min(255, Math.max(0, red + 0.5))
  rgba[at + 1] = Math.min(255, Math.max(0, green + 0.5))
  rgba[at + 2] = Math.min(255, Math.max(0, blue + 0.5))
  rgba[at + 3] = 255
}
