// The photos seen straight down over a dense surface: each pixel is of one photo, the nearest to straight above of those that see it.

import { BLOCK } from '../reconstruction/candidates.ts'
import { project, type Reconstruction, type Vector } from '../reconstruction/model.ts'
import {
  type Corner,
  type Drawn,
  type frameOf,
  type Orthomosaic,
  type Picture,
  sampleAt,
  type Tile,
  write,
} from '../reconstruction/orthomosaic.ts'
import type { ReadCells } from './clean-surface.ts'
import type { TileGrid } from './match-tile.ts'

type Options = {
  frame: ReturnType<typeof frameOf>
  /** The north-west corner of the frame, and the side of a pixel, in metres. */
  west: number
  north: number
  pixel: number
  model: Pick<Reconstruction, 'cameras' | 'views'>
  /** Of each view, of red, green and blue. */
  gains: Float64Array
  /** Of the surface, which has a height everywhere. */
  grid: TileGrid
  readCells: ReadCells
  groundAt: (x: number, y: number) => number
}

/** Photos that are asked for a block of pixels, nearest first. */
const CANDIDATES_MAX = 16
/** In metres: the surface may stand that far above a line of sight, because its heights have noise. */
const CLEARANCE = 0.05
/** In metres around a tile: what stands farther away hides nothing of it, unless it is very tall. */
const AROUND = 10
/** In cells, along a line of sight. */
const STEP = 0.7
/** Pixels of a photo at its edge that are not used. */
const EDGE = 1

/** In `plain` colours are as the photo has them, for indices; in `blended` photos have the same brightness. */
export function layOutTrueOrthomosaic(options: Options): Orthomosaic {
  const { frame, west, north, pixel, model, gains, groundAt } = options
  const looks = model.views.map((view) => {
    const camera = model.cameras[view.camera]
    return camera && { look: project(camera.lens, view), camera, centre: view.centre }
  })
  const place = (column: number, row: number): Vector => {
    const [x, y] = [west + column * pixel, north - row * pixel]
    return [x, y, groundAt(x, y)]
  }
  const at = { x: 0, y: 0 }
  const candidates = ({ left, top }: Corner): number[] => {
    const middle = place(left + BLOCK / 2, top + BLOCK / 2)
    const corners = [0, 1, 2, 3].map((one) => place(left + (one & 1) * BLOCK, top + (one >> 1) * BLOCK))
    return looks
      .flatMap((one, view) => {
        if (!one) return []
        const { look, camera, centre } = one
        const isShown = [middle, ...corners].some(
          (corner) => look(corner, at) > 0 && at.x > 0 && at.y > 0 && at.x < camera.width && at.y < camera.height,
        )
        return isShown ? [{ view, away: Math.hypot(centre[0] - middle[0], centre[1] - middle[1]) }] : []
      })
      .sort((one, other) => one.away - other.away)
      .slice(0, CANDIDATES_MAX)
      .map(({ view }) => view)
  }
  return {
    width: frame.width,
    height: frame.height,
    tiles: frame.tiles,
    viewsOf: (tile) => [...new Set(frame.blocksOf(tile).flatMap(candidates))],
    draw: (tile, pictures) => {
      const size = tile.width * tile.height * 4
      const drawn = { blended: new Uint8Array(size), plain: new Uint8Array(size) }
      const sight = sightOver(options, tile)
      for (const corner of frame.blocksOf(tile)) {
        const sources = candidates(corner).flatMap((view) => {
          const [one, picture] = [looks[view], pictures.get(view)]
          return one && picture
            ? [{ ...one, picture, scale: picture.width / one.camera.width, gains: gains.subarray(view * 3) }]
            : []
        })
        drawBlock({ ...options, corner, tile, drawn, sources, sight })
      }
      return drawn
    },
  }
}

type Sight = ReturnType<typeof sightOver>

/** The surface of a tile and around it. */
function sightOver({ grid, readCells, west, north, pixel }: Options, tile: Tile) {
  const { cell } = grid
  const cellsOf = (metres: number) => Math.floor(metres / cell)
  const left = Math.max(0, cellsOf(west + tile.left * pixel - AROUND - grid.west))
  const top = Math.max(0, cellsOf(grid.north - north + tile.top * pixel - AROUND))
  const right = Math.min(grid.width, cellsOf(west + (tile.left + tile.width) * pixel + AROUND - grid.west) + 1)
  const bottom = Math.min(grid.height, cellsOf(grid.north - north + (tile.top + tile.height) * pixel + AROUND) + 1)
  const [width, height] = [Math.max(1, right - left), Math.max(1, bottom - top)]
  const heights = readCells({ left, top, width, height })
  const highest = heights.reduce((most, one) => (one > most ? one : most), Number.NEGATIVE_INFINITY)
  const [originX, originY] = [grid.west + left * cell, grid.north - top * cell]
  const [clearance, pace] = [CLEARANCE, STEP]
  return {
    heightAt: (x: number, y: number): number => {
      const column = Math.min(width - 1, Math.max(0, Math.floor((x - originX) / cell)))
      const row = Math.min(height - 1, Math.max(0, Math.floor((originY - y) / cell)))
      return heights[row * width + column] ?? Number.NaN
    },
    /** Whether nothing of the surface stands between a place on it and a camera. */
    isClear: ([x, y, z]: Vector, camera: Vector): boolean => {
      const [east, up] = [camera[0] - x, camera[2] - z]
      const south = y - camera[1]
      const across = Math.hypot(east, south)
      if (across < cell) return true
      const step = pace / across
      const [rise, onX, onY] = [up * step * cell, east * step, south * step]
      let [column, row, level] = [(x - originX) / cell, (originY - y) / cell, z]
      const own = Math.floor(row) * width + Math.floor(column)
      for (;;) {
        column += onX
        row += onY
        level += rise
        if (level > highest || column < 0 || row < 0 || column >= width || row >= height) return true
        const at = Math.floor(row) * width + Math.floor(column)
        if (at !== own && (heights[at] ?? 0) > level + clearance) return false
      }
    },
  }
}

type Source = {
  look: ReturnType<typeof project>
  camera: { width: number; height: number }
  centre: Vector
  picture: Picture
  scale: number
  gains: Float64Array
}
type Work = Pick<Options, 'frame' | 'west' | 'north' | 'pixel'> & {
  corner: Corner
  tile: Tile
  drawn: Drawn
  sources: readonly Source[]
  sight: Sight
}

function drawBlock({ frame, west, north, pixel, corner, tile, drawn, sources, sight }: Work): void {
  const right = Math.min(corner.left + BLOCK, tile.left + tile.width)
  const bottom = Math.min(corner.top + BLOCK, tile.top + tile.height)
  const place: Vector = [0, 0, 0]
  const colour = { red: 0, green: 0, blue: 0 }
  const chosen = createChoice(sources, sight)
  for (let row = corner.top; row < bottom; row += 1)
    for (let column = corner.left; column < right; column += 1) {
      if (!frame.hasPixel(column, row)) continue
      place[0] = west + (column + 0.5) * pixel
      place[1] = north - (row + 0.5) * pixel
      place[2] = sight.heightAt(place[0], place[1])
      const source = chosen.of(place)
      if (!source) continue
      const to = ((row - tile.top) * tile.width + column - tile.left) * 4
      sampleAt(source.picture, chosen, colour)
      write(drawn.plain, to, colour)
      colour.red *= source.gains[0] ?? 1
      colour.green *= source.gains[1] ?? 1
      colour.blue *= source.gains[2] ?? 1
      write(drawn.blended, to, colour)
    }
}

/** The photo of a place, and which of its pixels show it: the nearest one, where none has a clear sight. */
function createChoice(sources: readonly Source[], sight: Sight) {
  const away = new Float64Array(sources.length)
  const out = { x: 0, y: 0 }
  const choice = {
    column: 0,
    row: 0,
    of: (place: Vector): Source | undefined => {
      for (let at = 0; at < sources.length; at += 1) {
        const { centre } = sources[at] as Source
        away[at] = (centre[0] - place[0]) ** 2 + (centre[1] - place[1]) ** 2
      }
      let hidden: Source | undefined
      for (;;) {
        const nearest = leastOf(away)
        const source = sources[nearest]
        if (!source || away[nearest] === Number.POSITIVE_INFINITY) break
        away[nearest] = Number.POSITIVE_INFINITY
        const depth = source.look(place, out)
        const { width, height } = source.camera
        if (depth <= 0 || out.x < EDGE || out.y < EDGE || out.x > width - EDGE || out.y > height - EDGE) continue
        const isClear = sight.isClear(place, source.centre)
        if (!isClear && hidden) continue
        choice.column = out.x * source.scale
        choice.row = out.y * source.scale
        if (isClear) return source
        hidden = source
      }
      return hidden
    },
  }
  return choice
}

function leastOf(values: Float64Array): number {
  let least = 0
  for (let at = 1; at < values.length; at += 1) if ((values[at] ?? 0) < (values[least] ?? 0)) least = at
  return least
}
