// What a map shows as one picture, for paper: layers of a map don't take the size of a page.
import type OlMap from 'ol/Map.js'
import { lengthText, scaleLength } from '#domain/lengths.ts'

const INK = '#152f4a'
const BAR = { left: 14, bottom: 16, widest: 140, height: 5 }

/** With a scale bar and an arrow to the north, where they are known; a unit of the plane is so many metres long. */
export function drawMapPicture(
  canvas: HTMLCanvasElement,
  map: OlMap,
  plane: { metres: number | null; rotation: number | null },
): void {
  map.renderSync()
  const [width = 1, height = 1] = map.getSize() ?? [1, 1]
  const layers = [
    ...(map.getViewport()?.querySelectorAll<HTMLCanvasElement>('.ol-layer canvas, canvas.ol-layer') ?? []),
  ]
  const ratio = Math.max(1, ...layers.map((layer) => layer.width / width))
  Object.assign(canvas, { width: width * ratio, height: height * ratio })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  for (const layer of layers) {
    if (layer.width === 0) continue
    context.setTransform(placeOf(layer, ratio))
    context.drawImage(layer, 0, 0)
  }
  context.setTransform(scaled(ratio))
  const view = map.getView()
  if (plane.metres !== null) drawBar(context, { height, metresPerPixel: (view.getResolution() ?? 1) * plane.metres })
  if (plane.rotation !== null) drawNorth(context, { left: width - 24, turn: view.getRotation() - plane.rotation })
}

const ARROW = [
  [0, -13],
  [5, 1],
  [0, -2],
  [-5, 1],
] as const

/** Where north is, in the upper right corner, on a map that is turned clockwise by radians. */
function drawNorth(context: CanvasRenderingContext2D, { left, turn }: { left: number; turn: number }) {
  context.save()
  context.translate(left, 24)
  context.rotate(turn)
  context.fillStyle = 'rgb(255 255 255 / 0.85)'
  context.fillRect(-12, -16, 24, 34)
  context.fillStyle = INK
  context.beginPath()
  for (const [x, y] of ARROW) context.lineTo(x, y)
  context.fill()
  context.font = '700 11px "Inter Variable", sans-serif'
  context.textAlign = 'center'
  context.fillText('N', 0, 14)
  context.restore()
}

function drawBar(
  context: CanvasRenderingContext2D,
  { height, metresPerPixel }: { height: number; metresPerPixel: number },
) {
  const length = scaleLength(BAR.widest * metresPerPixel)
  const pixels = length / metresPerPixel
  const top = height - BAR.bottom
  context.fillStyle = 'rgb(255 255 255 / 0.85)'
  context.fillRect(BAR.left - 8, top - 22, pixels + 16, 32)
  context.fillStyle = INK
  context.fillRect(BAR.left, top, pixels, BAR.height)
  context.font = '600 12px "Inter Variable", sans-serif'
  context.fillText(lengthText(length), BAR.left, top - 6)
}

const scaled = (by: number): DOMMatrix => new DOMMatrix([by, 0, 0, by, 0, 0])

/** Where a layer lies on the map: turned ones are placed by a style. */
const placeOf = ({ style, width, clientWidth }: HTMLCanvasElement, ratio: number): DOMMatrix =>
  style.transform.startsWith('matrix')
    ? scaled(ratio).multiply(new DOMMatrix(style.transform))
    : scaled((ratio * (clientWidth || width / ratio)) / width)
