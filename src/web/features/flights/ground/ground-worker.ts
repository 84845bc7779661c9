// Draws the photos of a flight on the ground: first it is given them, then where and how.
import type { DrawnPicture, DrawOrder } from '#web/lib/raster-map/drawn-layer.ts'
import { drawGround, type GroundPaint } from './draw-ground.ts'
import type { GroundPhotos } from './ground-photos.ts'
import type { Thumbnails } from './thumbnails.ts'

export type GroundToDraw = { photos: GroundPhotos; thumbnails: Thumbnails | null }
export type GroundMessage = GroundToDraw | DrawOrder<GroundPaint>

let ground: GroundToDraw | undefined

/** To the page, which is the only listener: a worker has no origins to choose from. */
self.addEventListener('message', ({ data }: MessageEvent<GroundMessage>) => {
  if ('photos' in data) {
    ground = data
    return
  }
  if (!ground) return
  const canvas = new OffscreenCanvas(data.place.width, data.place.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures')
  drawGround(context, ground, data)
  const picture = canvas.transferToImageBitmap()
  self.postMessage({ picture } satisfies DrawnPicture, { transfer: [picture] })
})
