import ImageLayer from 'ol/layer/Image.js'
import ImageCanvasSource from 'ol/source/ImageCanvas.js'
import type { CellGrid } from '#imagery/traits/measure/cell-means.ts'
import { MAP_MARKS } from '#web/lib/map-marks.ts'
import { PLANE } from '#web/lib/raster-map/map-frame.ts'
import { hatchPattern } from '../map/hatch.ts'

/** Cells in colours: a pixel for each, transparent where there is no value. */
export type DrawnGrid = { grid: CellGrid; picture: OffscreenCanvas /** The chosen cell. */; chosen: number | null }

/** So that the photo can still be seen. */
const OPACITY = 0.85
const LINES_FROM_PX = 8

/** The cells of a grid as one picture, however many they are. */
export function createGridLayer() {
  let drawn: DrawnGrid | null = null
  const hatch = hatchPattern()
  const source = new ImageCanvasSource({
    projection: PLANE,
    ratio: 1,
    canvasFunction: (...[[west = 0, , , north = 0], resolution, ratio, [width = 1, height = 1]]) => {
      const canvas = document.createElement('canvas')
      canvas.width = Math.ceil(width)
      canvas.height = Math.ceil(height)
      const context = canvas.getContext('2d')
      if (drawn && context) {
        const { left, top, side } = drawn.grid
        const scale = ratio / resolution
        const place = { left: (left - west) * scale, top: (north - top) * scale, side: side * scale }
        drawCells(context, drawn, { ...place, ratio, hatch })
      }
      return canvas
    },
  })
  const layer = new ImageLayer({ source, opacity: OPACITY, zIndex: 5 })
  return {
    layer,
    show: (next: DrawnGrid | null): void => {
      drawn = next
      layer.setVisible(next !== null)
      source.changed()
    },
  }
}

const CHOSEN_LINES = [
  [MAP_MARKS.dark, 5],
  [MAP_MARKS.chosen, 2.5],
] as const

/** In pixels of a canvas that has `ratio` of them for one of CSS. */
type Place = { left: number; top: number; side: number; ratio: number }

function drawCells(
  context: CanvasRenderingContext2D,
  { grid, picture, chosen }: DrawnGrid,
  { hatch, ...place }: Place & { hatch: CanvasPattern },
): void {
  const { left, top, side, ratio } = place
  const area = [left, top, side * grid.columns, side * grid.rows] as const
  context.fillStyle = hatch
  context.fillRect(...area)
  context.imageSmoothingEnabled = false
  context.drawImage(picture, ...area)
  if (side >= LINES_FROM_PX * ratio) drawLines(context, place, grid)
  if (chosen === null) return
  const [x, y] = [left + (chosen % grid.columns) * side, top + Math.floor(chosen / grid.columns) * side]
  for (const [colour, line] of CHOSEN_LINES) {
    context.strokeStyle = colour
    context.lineWidth = line * ratio
    context.strokeRect(x, y, side, side)
  }
}

function drawLines(
  context: CanvasRenderingContext2D,
  { left, top, side, ratio }: Place,
  { columns, rows }: CellGrid,
): void {
  context.beginPath()
  for (let column = 0; column <= columns; column += 1) {
    context.moveTo(left + column * side, top)
    context.lineTo(left + column * side, top + rows * side)
  }
  for (let row = 0; row <= rows; row += 1) {
    context.moveTo(left, top + row * side)
    context.lineTo(left + columns * side, top + row * side)
  }
  context.strokeStyle = 'rgb(255 255 255 / 0.35)'
  context.lineWidth = ratio
  context.stroke()
}
