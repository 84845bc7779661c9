// A picture that a worker draws.
import ImageLayer from 'ol/layer/Image.js'
import ImageCanvasSource from 'ol/source/ImageCanvas.js'
import { PLANE } from './map-frame.ts'

/** Where a picture lies: its upper left corner in the plane, and its pixels for one unit of the plane. */
export type PicturePlace = { left: number; top: number; scale: number; width: number; height: number; ratio: number }

export type DrawOrder<Paint> = { place: PicturePlace; paint: Paint }
/** What the worker answers to each order. */
export type DrawnPicture = { picture: ImageBitmap }

/** A worker that knows what it draws, or a port to one that does other things, too. */
export type Drawer = Worker | MessagePort

type Drawing<Paint> = {
  start: () => Drawer
  paint: Paint
  onDrawing: (isDrawing: boolean) => void
  onProblem: (error: unknown) => void
}

/** The last picture is shown, moved to where it would be now, until the next one is there. */
export function createDrawnLayer<Paint>(drawing: Drawing<Paint>) {
  let worker = start()
  let { paint } = drawing
  let asked: DrawOrder<Paint> | null = null
  let next: DrawOrder<Paint> | null = null
  let shown: (DrawOrder<Paint> & DrawnPicture) | null = null
  function start(): Drawer {
    const started = drawing.start()
    // A port and a worker hear alike, but their types don't say so.
    const heard: EventTarget = started
    heard.addEventListener('message', (event) => show((event as MessageEvent<DrawnPicture>).data))
    heard.addEventListener('error', (event) =>
      drawing.onProblem(new Error((event as ErrorEvent).message || 'The worker could not be started')),
    )
    if (started instanceof MessagePort) started.start()
    return started
  }
  function ask(order: DrawOrder<Paint>): void {
    if (asked) {
      next = order
      return
    }
    asked = order
    drawing.onDrawing(true)
    worker.postMessage(order, { transfer: [] })
  }
  function show(data: DrawnPicture): void {
    shown?.picture.close()
    shown = asked && { ...asked, ...data }
    asked = null
    const order = next
    next = null
    if (order) ask(order)
    else drawing.onDrawing(false)
    source.changed()
  }
  const source = new ImageCanvasSource({
    projection: PLANE,
    canvasFunction: (...[[left = 0, , , top = 0], resolution, ratio, [width = 1, height = 1]]) => {
      const size = { width: Math.ceil(width), height: Math.ceil(height) }
      const place = { left, top, scale: ratio / resolution, ...size, ratio }
      const canvas = Object.assign(document.createElement('canvas'), size)
      if (shown) drawMoved(canvas, shown, place)
      const latest = next ?? asked ?? shown
      if (!latest || !isSame(latest.place, place)) ask({ place, paint })
      return canvas
    },
  })
  const layer = new ImageLayer({ source, zIndex: 10 })
  return {
    layer,
    paint: (to: Paint): void => {
      paint = to
      const latest = next ?? asked ?? shown
      if (latest) ask({ place: latest.place, paint })
    },
    /** Begins again with another worker. */
    reload: (): void => {
      end(worker)
      worker = start()
      const order = next ?? asked
      asked = null
      next = null
      if (order) ask(order)
    },
    close: (): void => {
      end(worker)
      shown?.picture.close()
      layer.dispose()
    },
  }
}

const end = (worker: Drawer): void => (worker instanceof Worker ? worker.terminate() : worker.close())

/** Where it would be now. */
function drawMoved(
  canvas: HTMLCanvasElement,
  { place: from, picture }: { place: PicturePlace } & DrawnPicture,
  to: PicturePlace,
): void {
  const grown = to.scale / from.scale
  const [x, y] = [(from.left - to.left) * to.scale, (to.top - from.top) * to.scale]
  canvas.getContext('2d')?.drawImage(picture, x, y, from.width * grown, from.height * grown)
}

const isSame = (one: PicturePlace, other: PicturePlace): boolean =>
  one.left === other.left &&
  one.top === other.top &&
  one.scale === other.scale &&
  one.width === other.width &&
  one.height === other.height
