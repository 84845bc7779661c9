import type { GeoTransform } from '#domain/maps.ts'
import { cogOf, geoTagsOfEpsg } from '../rasters/cog-bytes.ts'
import { defineWork } from '../work.ts'
import { FIELD } from './demo-plots.ts'
import { drawPhoto, drawSurface, sizeAt } from './draw-field.ts'
import { photosOf } from './draw-flight.ts'
import { DEMO_CORNER, DEMO_EPSG } from './place.ts'

/** In metres. Photos are fine enough for canopy cover (GSD_COARSE). */
const GSD = { photo: 0.015, surface: 0.05 }

type Wanted =
  | { kind: 'photo' | 'surface'; days: number }
  /** `takenOn` is the day of the flight. */
  | { kind: 'archive'; days: number; takenOn: string }

/** A file of the demo trial, so many days after planting; before planting it is bare. */
export const work = defineWork((wanted: Wanted): Promise<Uint8Array> => {
  if (wanted.kind === 'archive') return photosOf(drawPhoto(wanted.days, GSD.photo), { gsd: GSD.photo, ...wanted })
  const { kind, days } = wanted
  const gsd = GSD[kind]
  const [left, bottom] = DEMO_CORNER
  const transform: GeoTransform = [gsd, 0, left, 0, -gsd, bottom + FIELD.height]
  const raster = { ...sizeAt(gsd), transform, geoTags: geoTagsOfEpsg(DEMO_EPSG) }
  return kind === 'photo'
    ? cogOf({
        ...raster,
        content: { isPicture: true, sampleType: 'uint8', bands: 4, nodata: undefined },
        pixels: drawPhoto(days, gsd),
      })
    : cogOf({
        ...raster,
        content: { isPicture: false, sampleType: 'float32', bands: 1, nodata: undefined },
        pixels: new Uint8Array(drawSurface(days, gsd).buffer),
      })
})
