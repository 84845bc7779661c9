import type { GeoTransform } from '#domain/maps.ts'
import { cogOf, geoTagsOfEpsg } from '../rasters/cog-bytes.ts'
import { defineThreadWork } from '../thread-work.ts'
import { CROPS, type CropName, sizeOfField } from './crops.ts'
import { drawPhoto, drawSurface, sizeAt } from './draw-field.ts'
import { photosOf } from './draw-flight.ts'

/** In metres. Photos are fine enough for canopy cover (GSD_COARSE). */
const GSD = { photo: 0.015, surface: 0.05 }

type Wanted = { crop: CropName; days: number } & (
  | { kind: 'photo' | 'surface' }
  /** `takenOn` is the day of the flight. */
  | { kind: 'archive'; takenOn: string }
)

/** A file of a synthetic trial, so many days after planting; before planting it is bare. */
export const work = defineThreadWork((wanted: Wanted): Promise<Uint8Array> => {
  const [crop, { days }] = [CROPS[wanted.crop], wanted]
  if (wanted.kind === 'archive') {
    const gsd = GSD.photo
    return photosOf(drawPhoto({ crop, days, gsd }), { crop, gsd, takenOn: wanted.takenOn })
  }
  const gsd = GSD[wanted.kind]
  const [left, bottom] = crop.corner
  const transform: GeoTransform = [gsd, 0, left, 0, -gsd, bottom + sizeOfField(crop).height]
  const raster = { ...sizeAt(crop, gsd), transform, geoTags: geoTagsOfEpsg(crop.epsg) }
  return wanted.kind === 'photo'
    ? cogOf({
        ...raster,
        content: { isPicture: true, sampleType: 'uint8', bands: 4, nodata: undefined },
        pixels: drawPhoto({ crop, days, gsd }),
      })
    : cogOf({
        ...raster,
        content: { isPicture: false, sampleType: 'float32', bands: 1, nodata: undefined },
        pixels: new Uint8Array(drawSurface({ crop, days, gsd }).buffer),
      })
})
