// Photos laid on the ground where they were taken, drawn on a worker.
import { MAP_MARKS } from '#web/lib/map-marks.ts'
import type { DrawOrder, PicturePlace } from '#web/lib/raster-map/drawn-layer.ts'
import type { GroundPhotos } from './ground-photos.ts'
import { cellOf, type Thumbnails } from './thumbnails.ts'

export type GroundPaint = { showsPictures: boolean }

const LINE = { colour: MAP_MARKS.light, pixels: 1.25 }
const RIM = { colour: MAP_MARKS.dark, pixels: 2.75 }
const DOT_PIXELS = 5
/** The more photos show a piece of ground, the stronger its colour. */
const SHOWN_GROUND = 'rgb(95 166 87 / 0.16)'
/** Without a picture of its own. */
const PLAIN = 'rgb(95 166 87 / 0.35)'

type Context = OffscreenCanvasRenderingContext2D

export type GroundToDraw = { photos: GroundPhotos; thumbnails: Thumbnails | null }

export function drawGround(
  { photos, thumbnails }: GroundToDraw,
  { place, paint }: DrawOrder<GroundPaint>,
): ImageBitmap {
  const canvas = new OffscreenCanvas(place.width, place.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures')
  const seen = photosWithin(photos, place)
  for (const at of seen) {
    const cell = paint.showsPictures && thumbnails ? cellOf(thumbnails, at) : null
    turnTo(context, photos, { at, place })
    const [width = 0, height = 0] = [photos.width[at], photos.height[at]]
    if (cell) {
      const { sheet, x, y } = cell
      // Thumbnails have black bars where their shape is not that of the photo.
      const [wide, tall] = withinBars(cell, height / width)
      const [left, top] = [x + (cell.width - wide) / 2, y + (cell.height - tall) / 2]
      context.drawImage(sheet, left, top, wide, tall, -width / 2, -height / 2, width, height)
    } else {
      context.fillStyle = paint.showsPictures ? PLAIN : SHOWN_GROUND
      context.fillRect(-width / 2, -height / 2, width, height)
    }
  }
  context.resetTransform()
  drawCourse(context, photos, place)
  return canvas.transferToImageBitmap()
}

/** Photos of which a part is in the picture, in the order of the flight. */
function photosWithin({ east, north, width, height }: GroundPhotos, place: PicturePlace): number[] {
  const found: number[] = []
  for (const [at, x] of east.entries()) {
    const reach = (place.scale * Math.hypot(width[at] ?? 0, height[at] ?? 0)) / 2
    const [left, top] = pixelOf([x, north[at] ?? 0], place)
    const isSeen = left > -reach && top > -reach && left < place.width + reach && top < place.height + reach
    if (isSeen && (width[at] ?? 0) > 0) found.push(at)
  }
  return found
}

const pixelOf = ([x, y]: readonly [number, number], { left, top, scale }: PicturePlace): [number, number] => [
  (x - left) * scale,
  (top - y) * scale,
]

/** So that metres of the photo are drawn, its middle at 0, its upper side up. */
function turnTo(context: Context, photos: GroundPhotos, { at, place }: { at: number; place: PicturePlace }): void {
  const [x, y] = pixelOf([photos.east[at] ?? 0, photos.north[at] ?? 0], place)
  const yaw = photos.yaw[at] ?? 0
  const [sine, cosine] = [place.scale * Math.sin(yaw), place.scale * Math.cos(yaw)]
  context.setTransform(cosine, sine, -sine, cosine, x, y)
}

function withinBars({ width, height }: { width: number; height: number }, aspect: number): [number, number] {
  return height / width > aspect ? [width, width * aspect] : [height / aspect, height]
}

function drawCourse(context: Context, { east, north }: GroundPhotos, place: PicturePlace): void {
  context.lineJoin = 'round'
  context.lineCap = 'round'
  context.beginPath()
  for (const [at, x] of east.entries()) context.lineTo(...pixelOf([x, north[at] ?? 0], place))
  stroke(context, [RIM, LINE], place.ratio)
  context.beginPath()
  for (const [at, x] of east.entries()) {
    const [left, top] = pixelOf([x, north[at] ?? 0], place)
    if (left < 0 || top < 0 || left > place.width || top > place.height) continue
    context.moveTo(left, top)
    context.lineTo(left, top)
  }
  stroke(
    context,
    [
      { ...RIM, pixels: DOT_PIXELS + 2 },
      { ...LINE, pixels: DOT_PIXELS },
    ],
    place.ratio,
  )
}

function stroke(context: Context, lines: readonly (typeof LINE)[], ratio: number): void {
  for (const { colour, pixels } of lines) {
    context.strokeStyle = colour
    context.lineWidth = pixels * ratio
    context.stroke()
  }
}
