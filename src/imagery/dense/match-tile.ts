// Heights of a tile of ground, from coarse to fine: at each cell and height, what do photos show around, and do they agree?

import { medianOfNine } from '../reconstruction/median-of-nine.ts'
import type { Vector } from '../reconstruction/model.ts'
import { choosePhotos, type DensePhoto, type Look, looksOf, type Part } from './choose-photos.ts'
import { BLOCK, costOf, type Kernel, type Penalties, type Shown, WINDOW } from './kernel/create-kernel.ts'
import { bytesOfVolume, layVolume, type Range, type Volume } from './kernel/volume.ts'

/** Cells row by row from the north-west. In metres. */
export type TileGrid = { west: number; north: number; cell: number; width: number; height: number }

/** Of each cell of its grid, row by row. */
export type Matched = {
  /** The tile and what was matched around it. */
  grid: TileGrid
  /** NaN where no two photos show a cell. */
  heights: Float32Array
  /** With weak penalties. Where the other ones flatten plants, the two differ. */
  weak: Float32Array
  /** That show the cell at its height. */
  photos: Uint8Array
  /** What it costs there by all photos, also those that leaves hide it from. */
  unlike: Uint8Array
  /** As the photo shows it that is nearest to straight above. */
  grey: Uint8Array
}

export type TileTask = {
  grid: TileGrid
  photos: readonly DensePhoto[]
  /** Metres of ground in a pixel of a photo. */
  gsd: number
  /** The lowest and the highest ground that is looked for, in metres. */
  rangeOf: (box: { west: number; north: number; east: number; south: number }) => readonly [low: number, high: number]
}

/** Strong penalties delete plants without a trace, so these are never larger (docs/decisions/059-dense-surface.md). */
const STRONG: Penalties = { near: 10, any: 100 }
const WEAK: Penalties = { near: 6, any: 60 }
/** Pixels of a photo to the first cells: with larger ones roofs are lost. */
const PIXELS_OF_COARSEST = 8
/** Cells around a tile that are matched with it, at each level. */
export const MARGIN = 64
/** Steps of height around those of the level before. */
const RANGE_MARGIN = 3
/** Where too few photos show a block at a height. */
const COST_UNSEEN = 90
/** Bytes of the costs and sums of a tile: larger ones are split by the caller. */
const VOLUME_BYTES_MAX = 200 * 2 ** 20

/** Pixels of a photo to a cell at which photos are asked whether they show the same: finer ones differ by noise. */
const PIXELS_OF_LIKENESS = 4

/** Undefined for a tile that would take more memory than a worker has. */
export function matchTile(kernel: Kernel, task: TileTask): Matched | undefined {
  const levelOf = (pixels: number) => Math.max(0, Math.round(Math.log2((pixels * task.gsd) / task.grid.cell)))
  const coarsest = levelOf(PIXELS_OF_COARSEST)
  const ofLikeness = levelOf(PIXELS_OF_LIKENESS)
  let parent: Parent | undefined
  let likeness: { grid: TileGrid; unlike: Uint8Array } | undefined
  for (let level = coarsest; level > 0; level -= 1) {
    const found = matchLevel(kernel, task, { level, parent })
    if (!found) return undefined
    if (level === ofLikeness) likeness = { grid: found.grid, unlike: found.unlike() }
    const { grid, weak } = found
    const smooth = (heights: Float32Array) => medianOfNine(heights, grid.width, grid.height)
    parent = { grid, weak: smooth(weak), heights: smooth(found.strong().heights) }
  }
  const finest = matchLevel(kernel, task, { level: 0, parent })
  if (!finest) return undefined
  likeness ??= { grid: finest.grid, unlike: finest.unlike() }
  const best = finest.strong()
  const { grid, weak } = finest
  return { grid, heights: best.heights, weak, ...finest.look(best), unlike: spread(likeness, grid) }
}

/** As each cell of a finer grid lies in it. */
function spread(
  { grid, unlike }: { grid: TileGrid; unlike: Uint8Array },
  { width, height, cell }: TileGrid,
): Uint8Array {
  const times = Math.round(grid.cell / cell)
  const coarse = (place: number) => Math.floor((place - MARGIN) / times) + MARGIN
  return Uint8Array.from(
    { length: width * height },
    (_, at) => unlike[coarse(Math.floor(at / width)) * grid.width + coarse(at % width)] ?? 0,
  )
}

/** The level before: heights by strong and by weak penalties. */
type Parent = { grid: TileGrid; heights: Float32Array; weak: Float32Array }
type At = { level: number; parent: Parent | undefined }

function matchLevel(kernel: Kernel, task: TileTask, { level, parent }: At) {
  const grid = gridAt(task.grid, level)
  const looks = looksOf(task.photos)
  const blocks = blocksOf(grid, { ...task, looks }, parent)
  const ranges = blocks.map(({ range }) => range)
  if (bytesOfVolume(ranges) > VOLUME_BYTES_MAX) return undefined
  const halvings = level + Math.max(0, Math.floor(Math.log2(task.grid.cell / task.gsd) + 0.5))
  kernel.reset()
  const cutOuts = cutOut(kernel, { task, grid, blocks, looks, halvings })
  const volume = layVolume(kernel, { width: grid.width, height: grid.height, ranges })
  const seen = blocks.map((block) => costsOfBlock(kernel, { grid, block, cutOuts, looks, ...volume.blockAt(block.at) }))
  volume.match(WEAK)
  const weak = bestHeights(volume, grid, seen)
  return {
    grid,
    weak: weak.heights,
    unlike: (): Uint8Array => {
      const unlike = new Uint8Array(weak.heights.length)
      const spare = kernel.reserve(BLOCK * BLOCK)
      for (const block of blocks) {
        const known = new Map<number, Uint8Array>()
        const of = { grid, block, cutOuts, looks }
        forCells(grid, block, (cell, within) => {
          const height = weak.chosen[cell] ?? 0
          const count = seen[block.at]?.[height] ?? 0
          if (count < 2) return
          const differences = known.get(height) ?? differencesAt(kernel, of, { height, spare })
          known.set(height, differences)
          unlike[cell] = Math.min(255, costOf(differences[within] ?? 0, count))
        })
      }
      return unlike
    },
    strong: () => {
      for (const { at, narrow } of blocks) volume.narrow(at, narrow)
      volume.match(STRONG)
      return bestHeights(volume, grid, seen)
    },
    /** What photos show at heights. */
    look: ({ heights, chosen }: Best) => {
      const photos = new Uint8Array(heights.length)
      const grey = new Uint8Array(heights.length)
      for (const block of blocks) {
        const sample = sampler(kernel, { looks, cutOuts, block })
        forCells(grid, block, (cell, within) => {
          photos[cell] = seen[block.at]?.[chosen[cell] ?? 0] ?? 0
          const [x, y] = [block.left + (within & 15) + 0.5, block.top + (within >> 4) + 0.5]
          grey[cell] = sample([grid.west + x * grid.cell, grid.north - y * grid.cell, heights[cell] ?? 0])
        })
      }
      return { photos, grey }
    },
  }
}

/** Cells twice as large at each level, and as many around the tile at each: so far do paths reach. */
function gridAt(tile: TileGrid, level: number): TileGrid {
  const cell = tile.cell * 2 ** level
  const whole = (cells: number) => Math.ceil((cells / 2 ** level + 2 * MARGIN) / BLOCK) * BLOCK
  return {
    west: tile.west - MARGIN * cell,
    north: tile.north + MARGIN * cell,
    cell,
    width: whole(tile.width),
    height: whole(tile.height),
  }
}

type Block = {
  at: number
  left: number
  top: number
  /** Of heights by weak penalties, and that of it in which strong ones look. */
  range: Range
  narrow: Range
  photos: readonly number[]
}

function blocksOf(
  grid: TileGrid,
  { rangeOf, photos, looks }: TileTask & { looks: readonly Look[] },
  parent: Parent | undefined,
): Block[] {
  const across = grid.width / BLOCK
  const side = BLOCK * grid.cell
  return Array.from({ length: across * (grid.height / BLOCK) }, (_, at) => {
    const [left, top] = [(at % across) * BLOCK, Math.floor(at / across) * BLOCK]
    const [west, north] = [grid.west + left * grid.cell, grid.north - top * grid.cell]
    const box = { west, north, east: west + side, south: north - side }
    const widest = rangeOf(box)
    const around = (heights: Float32Array | undefined) =>
      (parent && heights && rangeAround({ ...parent, heights }, grid.cell, { left, top })) ?? widest
    const [strong, weak] = [around(parent?.heights), around(parent?.weak)]
    const [low, high] = [Math.min(strong[0], weak[0]), Math.max(strong[1], weak[1])]
    const range = stepsOf([low, high], grid.cell)
    const height = (strong[0] + strong[1]) / 2
    return {
      at,
      left,
      top,
      range,
      narrow: stepsOf(strong, grid.cell),
      photos: choosePhotos(photos, looks, { ...box, height }),
    }
  })
}

function stepsOf([low, high]: readonly [number, number], cell: number): Range {
  const lowest = Math.floor(low / cell)
  return { lowest, count: Math.ceil(high / cell) - lowest + 1 }
}

/** Of the cells of the level before that lie in a block or one block around; undefined where one has no height. */
function rangeAround(
  { grid: { width: columns, height: rows }, heights }: Pick<Parent, 'grid' | 'heights'>,
  cell: number,
  { left, top }: { left: number; top: number },
): readonly [number, number] | undefined {
  const around = BLOCK / 2
  const [fromX, fromY] = [left / 2 + MARGIN / 2 - around, top / 2 + MARGIN / 2 - around]
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let y = fromY; y < Math.min(rows, fromY + 3 * around); y += 1)
    for (let x = fromX; x < Math.min(columns, fromX + 3 * around); x += 1) {
      const value = heights[y * columns + x] ?? Number.NaN
      if (Number.isNaN(value)) return undefined
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
  return [low - RANGE_MARGIN * cell, high + RANGE_MARGIN * cell]
}

/** A part of a photo in memory, and its place in the photo. */
type CutOut = Part & { at: number; scale: number }

type Cutting = {
  task: TileTask
  grid: TileGrid
  blocks: readonly Block[]
  looks: readonly Look[]
  halvings: number
}

/** Of each photo what shows the blocks that use it. */
function cutOut(kernel: Kernel, { task, grid, blocks, looks, halvings }: Cutting): (CutOut | undefined)[] {
  const scale = 0.5 ** halvings
  const corners = new Float64Array(8)
  const boxes = task.photos.map(() => ({ left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }))
  for (const block of blocks)
    for (const photo of block.photos) {
      const [look, box] = [looks[photo], boxes[photo]]
      if (!look || !box) continue
      for (const height of [0, block.range.count - 1]) {
        project(look, { grid, block, height, scale, corners })
        for (let corner = 0; corner < 8; corner += 2) {
          const [x, y] = [corners[corner] ?? 0, corners[corner + 1] ?? 0]
          box.left = Math.min(box.left, x)
          box.right = Math.max(box.right, x)
          box.top = Math.min(box.top, y)
          box.bottom = Math.max(box.bottom, y)
        }
      }
    }
  return task.photos.map((photo, index) => {
    const { left = 0, top = 0, right = 0, bottom = 0 } = boxes[index] ?? {}
    if (!Number.isFinite(left)) return undefined
    const [width, height] = [photo.width >> halvings, photo.height >> halvings]
    const from = { left: Math.max(0, Math.floor(left) - 1), top: Math.max(0, Math.floor(top) - 1) }
    const part = {
      ...from,
      width: Math.min(width, Math.ceil(right) + 3) - from.left,
      height: Math.min(height, Math.ceil(bottom) + 3) - from.top,
    }
    if (part.width < 3 || part.height < 3) return undefined
    const at = kernel.reserve(part.width * part.height + 1)
    kernel.bytes().set(photo.readGrey(halvings, part), at)
    return { ...part, at, scale }
  })
}

type Projecting = { grid: TileGrid; block: Block; height: number; scale: number; corners: Float64Array }

const place: Vector = [0, 0, 0]
const pixel = { x: 0, y: 0 }

/** Where a photo shows the corners of a block and its surroundings, from the centres of pixels. NaN for what lies behind the camera. */
function project(look: Look, { grid, block, height, scale, corners }: Projecting): void {
  const { cell } = grid
  const span = (BLOCK + 2 * WINDOW - 1) * cell
  const west = grid.west + (block.left - WINDOW + 0.5) * cell
  const north = grid.north - (block.top - WINDOW + 0.5) * cell
  place[2] = (block.range.lowest + height) * cell
  for (let corner = 0; corner < 4; corner += 1) {
    place[0] = west + (corner & 1 ? span : 0)
    place[1] = north - (corner & 2 ? span : 0)
    const depth = look(place, pixel)
    corners[corner * 2] = depth > 0 ? pixel.x * scale - 0.5 : Number.NaN
    corners[corner * 2 + 1] = depth > 0 ? pixel.y * scale - 0.5 : Number.NaN
  }
}

type OfBlock = { grid: TileGrid; block: Block; cutOuts: readonly (CutOut | undefined)[]; looks: readonly Look[] }

/**
 * The photos that show a block at a height, in full: one that is cut off at its edge has constant rows there, which agree with
 * anything.
 */
function shownAt({ grid, block, cutOuts, looks }: OfBlock, height: number): Shown[] {
  return block.photos.flatMap((photo) => {
    const [look, cut] = [looks[photo], cutOuts[photo]]
    if (!look || !cut) return []
    const corners = new Float64Array(8)
    project(look, { grid, block, height, scale: cut.scale, corners })
    for (let one = 0; one < 8; one += 2) {
      const [x, y] = [(corners[one] ?? 0) - cut.left, (corners[one + 1] ?? 0) - cut.top]
      if (!(x >= 0 && y >= 0 && x < cut.width - 1.01 && y < cut.height - 1.01)) return []
      corners[one] = x
      corners[one + 1] = y
    }
    return [{ pixels: cut.at, width: cut.width, corners }]
  })
}

/** Fills in the costs of a block, and answers how many photos show it at each height. */
function costsOfBlock(kernel: Kernel, { out, step, ...of }: OfBlock & { out: number; step: number }): Uint8Array {
  const { range, photos } = of.block
  const counts = new Uint8Array(range.count)
  for (let height = 0; height < range.count; height += 1) {
    const shown = shownAt(of, height)
    // Of a block that three or more photos show, two say too little.
    if (shown.length < Math.min(3, Math.max(2, photos.length))) {
      const bytes = kernel.bytes()
      for (let cell = 0; cell < BLOCK * BLOCK; cell += 1) bytes[out + height + cell * step] = COST_UNSEEN
      continue
    }
    counts[height] = shown.length
    kernel.costsAt(shown, { out: out + height, step })
  }
  return counts
}

/** Of all photos, those that leaves hide the ground from as well. */
function differencesAt(kernel: Kernel, of: OfBlock, { height, spare }: { height: number; spare: number }): Uint8Array {
  return kernel.costsAt(shownAt(of, height), { out: spare, step: 1 }).slice()
}

type Sampling = { looks: readonly Look[]; cutOuts: readonly (CutOut | undefined)[]; block: Block }

/** Of a place, the nearest pixel of the first photo of a block; 0 outside. */
function sampler(kernel: Kernel, { looks, cutOuts, block }: Sampling): (at: Vector) => number {
  const [first = -1] = block.photos
  const [look, cut] = [looks[first], cutOuts[first]]
  if (!look || !cut) return () => 0
  const bytes = kernel.bytes()
  return (at) => {
    look(at, pixel)
    const [x, y] = [Math.floor(pixel.x * cut.scale) - cut.left, Math.floor(pixel.y * cut.scale) - cut.top]
    return x >= 0 && y >= 0 && x < cut.width && y < cut.height ? (bytes[cut.at + y * cut.width + x] ?? 0) : 0
  }
}

function forCells({ width }: TileGrid, { left, top }: Block, visit: (cell: number, within: number) => void): void {
  for (let within = 0; within < BLOCK * BLOCK; within += 1)
    visit((top + (within >> 4)) * width + left + (within & 15), within)
}

type Best = ReturnType<typeof bestHeights>

/** The height with the least sum, with a part of a step by the parabola through it and its neighbours; and which it is. */
function bestHeights(volume: Volume, { width, height, cell }: TileGrid, seen: readonly Uint8Array[]) {
  const sums = volume.sums()
  const heights = new Float32Array(width * height)
  const chosen = new Uint16Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const { start, count, lowest } = volume.cellAt(x, y)
      let best = 0
      let least = sums[start] ?? 0
      for (let at = 1; at < count; at += 1) {
        const sum = sums[start + at] ?? 0
        if (sum < least) {
          least = sum
          best = at
        }
      }
      const to = y * width + x
      chosen[to] = best
      const counts = seen[Math.floor(y / BLOCK) * volume.blocks + Math.floor(x / BLOCK)]
      if ((counts?.[best] ?? 0) < 2) {
        heights[to] = Number.NaN
        continue
      }
      let part = 0
      if (best > 0 && best < count - 1) {
        const [below, above] = [sums[start + best - 1] ?? 0, sums[start + best + 1] ?? 0]
        const bend = below - 2 * least + above
        if (bend > 0) part = Math.max(-0.5, Math.min(0.5, (0.5 * (below - above)) / bend))
      }
      heights[to] = (lowest + best + part) * cell
    }
  return { heights, chosen }
}
