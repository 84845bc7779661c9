import type { Position } from '#imagery/plots/polygon.ts'
import { drawRings } from '../map/draw-rings.ts'
import type { PlotPreview } from './mask-of-plot.ts'

/** Plants are tinted, so that the photo stays seen below. */
const TINT = [216, 27, 96] as const
const TINT_SHARE = 0.6
/** Canvas pixels of a pixel of the photo, so that the outline is thin. */
const ZOOM = 3

/** The photo around a plot, with its outline, and with its plants. */
export function drawMask(canvas: HTMLCanvasElement, { picture, rings, places, plants }: PlotPreview): void {
  const { columns, rows, left, top, pixel } = picture
  const shown = pixelsOf(picture)
  for (const [at, place] of places.entries()) {
    if (plants[at] !== 1) continue
    for (const [band, tint] of TINT.entries()) {
      const below = shown[place * 4 + band] ?? 0
      shown[place * 4 + band] = below + (tint - below) * TINT_SHARE
    }
  }
  canvas.width = columns * ZOOM
  canvas.height = rows * ZOOM
  const context = canvas.getContext('2d')
  const source = new OffscreenCanvas(columns, rows)
  source.getContext('2d')?.putImageData(new ImageData(shown, columns), 0, 0)
  if (!context) return
  context.imageSmoothingEnabled = false
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  const place = ([x, y]: Position): Position => [((x - left) / pixel[0]) * ZOOM, ((top - y) / pixel[1]) * ZOOM]
  drawRings(
    context,
    rings.map((ring) => ring.map(place)),
    { dark: 5, light: 2 },
  )
}

/** As colours: of numbers, red, green and blue where the map has them, else one grey. */
function pixelsOf({ samples, roles, columns, rows }: PlotPreview['picture']): Uint8ClampedArray<ArrayBuffer> {
  const step = roles.length + 1
  const colours = ['red', 'green', 'blue'].map((role) => roles.findIndex((one) => one === role))
  const bands = colours.map((band) => Math.max(0, band))
  const most = samples instanceof Float32Array ? brightest(samples, step) : 255
  const shown = new Uint8ClampedArray(columns * rows * 4)
  for (let cell = 0; cell < columns * rows; cell += 1) {
    for (const [at, band] of bands.entries()) shown[cell * 4 + at] = (255 * (samples[cell * step + band] ?? 0)) / most
    shown[cell * 4 + 3] = (samples[cell * step + roles.length] ?? 0) > 0 ? 255 : 0
  }
  return shown
}

function brightest(samples: Float32Array, step: number): number {
  let most = 0
  for (let at = 0; at < samples.length; at += 1) if (at % step < step - 1) most = Math.max(most, samples[at] ?? 0)
  return most || 1
}
