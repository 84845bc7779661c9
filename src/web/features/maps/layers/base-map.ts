import ImageTile from 'ol/ImageTile.js'
import TileLayer from 'ol/layer/Tile.js'
import { addCoordinateTransforms, toLonLat as fromMercator, fromLonLat as toMercator } from 'ol/proj.js'
import XYZ from 'ol/source/XYZ.js'
import { fromLonLat, lonLatOf } from '#imagery/rasters/crs.ts'
import { frameOf, PLANE } from '#web/lib/raster-map/map-frame.ts'
import type { Base } from './use-base.ts'

/** What tile servers have at most; closer, their tiles are enlarged. */
const ZOOM_MAX = 19
/** Further out the plane of a map is bent too much. */
const METRES_A_PIXEL_MAX = 500

/** Tiles in web mercator, drawn in the plane of a map. All maps on the page lie in this plane. */
export function createBaseMap({ url, map }: Base): TileLayer {
  const { toMap, fromMap, metres } = frameOf(map)
  addCoordinateTransforms(
    PLANE,
    'EPSG:3857',
    ([x = 0, y = 0]) => toMercator(lonLatOf(map.crs, toMap(x, y))),
    (place) => {
      const [lon = 0, lat = 0] = fromMercator(place)
      return Array.from(fromMap(...fromLonLat(map.crs, [lon, lat])))
    },
  )
  return new TileLayer({
    zIndex: -1,
    maxResolution: METRES_A_PIXEL_MAX / (metres ?? 1),
    source: new XYZ({
      url,
      maxZoom: ZOOM_MAX,
      crossOrigin: 'anonymous',
      transition: 0,
      tileLoadFunction: (tile, address) => {
        const image = tile instanceof ImageTile ? tile.getImage() : null
        if (!(image instanceof HTMLImageElement)) return
        // Many tile servers ask which site it is that shows their tiles.
        image.referrerPolicy = 'origin'
        image.src = address
      },
    }),
  })
}
