import OlMap from 'ol/Map.js'
import View from 'ol/View.js'
import { brand } from '#domain/brand.ts'
import { lengthText, scaleLength } from '#domain/lengths.ts'
import { rampColour } from '#imagery/rasters/ramps.ts'
import { PLANE } from '#web/lib/raster-map/map-frame.ts'
import { createRasterLayer } from '#web/lib/raster-map/raster-layer.ts'
import { createSwipe, type Swipe } from '../layers/swipe.ts'
import type { Base } from '../layers/use-base.ts'
import type { ShownLayer } from '../map-controller.ts'
import type { Sheet } from './sheet-of.ts'

export type Print = Sheet & {
  /** From the lowest to the uppermost. */
  layers: readonly ShownLayer[]
  base: Base | undefined
  swipe: Swipe | null
  /** What the screen shows of the plane, in its units. */
  view: { center: readonly [number, number]; width: number; height: number; rotation: number }
  /** Metres of a unit of the plane; null where nothing can be measured. */
  metres: number | null
  /** Whether north is up; otherwise it is unknown. */
  hasNorth: boolean
}

/** A4 on its side, 200 pixels an inch. */
const PAGE = { width: 2339, height: 1654 }
const MARGIN = 64
const HEAD = 84
const FOOT = 210
const INK = '#152f4a'
const FONT = '"Inter Variable", sans-serif'
const DISPLAY = `"Bricolage Grotesque", ${FONT}`
const BAR_MAX = 360

const FRAME = {
  left: MARGIN,
  top: MARGIN + HEAD,
  width: PAGE.width - 2 * MARGIN,
  height: PAGE.height - 2 * MARGIN - HEAD - FOOT,
}

/** A page with the map, and under it what is needed to read it. */
export async function drawPrint(print: Print): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: PAGE.width, height: PAGE.height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, PAGE.width, PAGE.height)
  const resolution = Math.max(print.view.width / FRAME.width, print.view.height / FRAME.height)
  // It may not have come in time for the page.
  await Promise.all([document.fonts.load(`26px ${FONT}`), document.fonts.load(`600 44px ${DISPLAY}`)])
  await drawLayers(context, print, resolution)
  context.strokeStyle = INK
  context.lineWidth = 2
  context.strokeRect(FRAME.left, FRAME.top, FRAME.width, FRAME.height)
  drawHead(context, print)
  drawFoot(context, print, resolution)
  return canvas
}

/** In a map of its own, as large as the frame of the page. */
async function drawLayers(context: CanvasRenderingContext2D, { layers, base, swipe, view }: Print, resolution: number) {
  const target = document.createElement('div')
  target.inert = true
  target.style.cssText = `position:fixed;left:-99999px;top:0;width:${FRAME.width}px;height:${FRAME.height}px`
  document.body.append(target)
  const center = [view.center[0], view.center[1]]
  const map = new OlMap({
    target,
    pixelRatio: 1,
    controls: [],
    interactions: [],
    view: new View({
      projection: PLANE,
      constrainResolution: false,
      constrainRotation: false,
      center,
      resolution,
      rotation: view.rotation,
    }),
  })
  if (base) map.addLayer((await import('../layers/base-map.ts')).createBaseMap(base))
  const divided = createSwipe(map)
  const problems: unknown[] = []
  for (const [order, shown] of layers.entries()) {
    const layer = createRasterLayer(shown, (error) => problems.push(error))
    layer.setZIndex(order)
    layer.setOpacity(shown.opacity)
    divided.watch(layer, shown.map.mapId)
    map.addLayer(layer)
  }
  divided.set(swipe)
  try {
    await new Promise<void>((resolve) => map.once('rendercomplete', () => resolve()))
    if (problems.length > 0) throw new Error('a part of the map could not be loaded')
    context.save()
    context.fillStyle = '#f3efe4'
    context.fillRect(FRAME.left, FRAME.top, FRAME.width, FRAME.height)
    for (const drawn of target.querySelectorAll('canvas')) {
      context.globalAlpha = Number(drawn.parentElement?.style.opacity || drawn.style.opacity || 1)
      context.drawImage(drawn, FRAME.left, FRAME.top, FRAME.width, FRAME.height)
    }
    context.restore()
  } finally {
    for (const layer of map.getLayers().getArray()) layer.dispose()
    map.setTarget(undefined)
    map.dispose()
    target.remove()
  }
}

type Written = {
  x: number
  y: number
  size?: number
  weight?: number
  align?: CanvasTextAlign
  widest?: number
  font?: string
}

function write(context: CanvasRenderingContext2D, text: string, written: Written): void {
  const { x, y, size = 26, weight = 400, align = 'left', widest, font = FONT } = written
  context.font = `${weight} ${size}px ${font}`
  context.fillStyle = INK
  context.textAlign = align
  context.fillText(text, x, y, widest)
}

/** The title, and opposite to it the project and who made the page. */
function drawHead(context: CanvasRenderingContext2D, { title, project }: Print): void {
  const y = MARGIN + 44
  const half = FRAME.width * 0.62
  write(context, title, { x: MARGIN, y, size: 44, weight: 600, widest: half, font: DISPLAY })
  const right = { x: MARGIN + FRAME.width, y, align: 'right', widest: FRAME.width - half - 40 } as const
  write(context, [project, brand.name].filter((part) => part !== '').join(' | '), right)
}

function drawFoot(context: CanvasRenderingContext2D, print: Print, resolution: number): void {
  const top = FRAME.top + FRAME.height + 40
  const right = MARGIN + FRAME.width
  for (const [line, text] of print.source.entries())
    write(context, text, { x: MARGIN, y: top + 20 + line * 36, size: 24, widest: FRAME.width * 0.42 })
  if (print.legend) drawLegend(context, print.legend, { left: MARGIN + FRAME.width * 0.45, top })
  if (print.metres !== null) {
    const length = scaleLength(resolution * print.metres * BAR_MAX)
    const width = length / (resolution * print.metres)
    const left = right - 110 - width
    context.fillRect(left, top + 44, width, 6)
    for (const x of [left, left + width - 6]) context.fillRect(x, top + 26, 6, 24)
    write(context, lengthText(length), { x: left + width / 2, y: top + 16, align: 'center' })
  }
  if (print.hasNorth) drawNorth(context, { x: right - 36, y: top + 40 })
}

type Legend = NonNullable<Print['legend']>

function drawLegend(context: CanvasRenderingContext2D, legend: Legend, { left, top }: { left: number; top: number }) {
  const width = FRAME.width * 0.28
  write(context, legend.label, { x: left, y: top + 16, weight: 600, widest: width })
  for (let x = 0; x < width; x += 1) {
    context.fillStyle = `rgb(${rampColour(legend.ramp, x / width)
      .map(Math.round)
      .join(',')})`
    context.fillRect(left + x, top + 34, 1.5, 34)
  }
  write(context, legend.ends[0], { x: left, y: top + 100 })
  write(context, legend.ends[1], { x: left + width, y: top + 100, align: 'right' })
}

function drawNorth(context: CanvasRenderingContext2D, { x, y }: { x: number; y: number }): void {
  context.save()
  context.translate(x, y)
  context.beginPath()
  for (const [px, py] of [
    [0, -44],
    [16, 4],
    [0, -8],
    [-16, 4],
  ] as const)
    context.lineTo(px, py)
  context.closePath()
  context.fillStyle = INK
  context.fill()
  write(context, 'N', { x: 0, y: 40, weight: 700, align: 'center' })
  context.restore()
}
