// Draws the photos of a flight on the ground: first it is given them, then where and how.
import type { DrawnPicture, DrawOrder } from '#web/lib/raster-map/drawn-layer.ts'
import { drawGround, type GroundPaint } from './draw-ground.ts'
import type { GroundPhotos } from './ground-photos.ts'

export type GroundMessage = { photos: GroundPhotos } | DrawOrder<GroundPaint>

let photos: GroundPhotos | undefined

/** To the page, which is the only listener: a worker has no origins to choose from. */
self.addEventListener('message', ({ data }: MessageEvent<GroundMessage>) => {
  if ('photos' in data) ({ photos } = data)
  else if (photos) {
    const picture = drawGround({ photos, thumbnails: null }, data)
    self.postMessage({ picture } satisfies DrawnPicture, { transfer: [picture] })
  }
})
