import { zipSync } from 'fflate'
import { lonLatOf } from '#imagery/rasters/crs.ts'
import { crsOfEpsg } from '../crs/crs-of-epsg.ts'
import { sharp } from '../safe-sharp.ts'
import { type Crop, sizeOfField } from './crops.ts'
import { sizeAt } from './draw-field.ts'

/** In metres. A lens of 8.8 mm before this sensor shows so much from 8 m. */
const SHOWN = { width: 12, height: 9 }
const HEIGHT = 8
const SENSOR_CM = 1.32
/** Lines go east and west: 72 % overlap along them, 67 % between them. */
const [LINES, SHOTS] = [6, 4]
const SECONDS_BETWEEN = 3

type Flight = { crop: Crop; gsd: number; takenOn: string }

/** An archive of photos of the drawn field, as a drone would have taken them. `pixels` are those of the whole field, RGBA. */
export async function photosOf(pixels: Uint8Array, { crop, gsd, takenOn }: Flight): Promise<Uint8Array> {
  const { width, height } = sizeOfField(crop)
  const field = sharp(pixels, { raw: { ...sizeAt(crop, gsd), channels: 4 } })
  const photos: Record<string, Uint8Array> = {}
  for (let at = 0; at < LINES * SHOTS; at += 1) {
    const line = Math.floor(at / SHOTS)
    const shot = line % 2 === 0 ? at % SHOTS : SHOTS - 1 - (at % SHOTS)
    const left = (shot * (width - SHOWN.width)) / (SHOTS - 1)
    const top = (line * (height - SHOWN.height)) / (LINES - 1)
    photos[`photos/synthetic_${String(at + 1).padStart(2, '0')}.jpg`] = await field
      .clone()
      .extract({
        left: Math.round(left / gsd),
        top: Math.round(top / gsd),
        width: Math.round(SHOWN.width / gsd),
        height: Math.round(SHOWN.height / gsd),
      })
      .flatten()
      .jpeg({ quality: 88 })
      .withExif(exifOf([left + SHOWN.width / 2, height - top - SHOWN.height / 2], { at, crop, gsd, takenOn }))
      .withXmp(XMP)
      .toBuffer()
  }
  return zipSync(photos, { level: 0 })
}

const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ' +
  `xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" drone-dji:RelativeAltitude="+${HEIGHT.toFixed(2)}" ` +
  'drone-dji:GimbalPitchDegree="-90.00" drone-dji:GimbalYawDegree="0.00"/></rdf:RDF></x:xmpmeta>'

/** Of a photo in the middle of so many metres east and north of the corner of the field. */
function exifOf([east, north]: readonly [number, number], { at, crop, gsd, takenOn }: Flight & { at: number }) {
  const crs = crsOfEpsg(crop.epsg)
  if (!crs) throw new Error(`EPSG:${crop.epsg} is not known`)
  const [left, bottom] = crop.corner
  const [lon, lat] = lonLatOf(crs, [left + east, bottom + north])
  const noon = new Date(`${takenOn}T12:10:00Z`)
  const taken = new Date(noon.getTime() + 1000 * SECONDS_BETWEEN * at).toISOString().slice(11, 19)
  return {
    IFD0: { Make: 'Skyfurrow', Model: 'Synthetic' },
    IFD2: {
      DateTimeOriginal: `${takenOn.replaceAll('-', ':')} ${taken}`,
      OffsetTimeOriginal: '-05:00',
      ExposureTime: '1/1000',
      FocalLength: '88/10',
      // Pixels of a centimetre of the sensor.
      FocalPlaneXResolution: `${Math.round((1e4 * SHOWN.width) / gsd / SENSOR_CM)}/10000`,
      FocalPlaneResolutionUnit: '3',
    },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: dms(lat),
      GPSLongitudeRef: 'W',
      GPSLongitude: dms(lon),
      GPSAltitudeRef: '0',
      GPSAltitude: `${crop.elevation + HEIGHT}/1`,
    },
  }
}

/** Degrees, minutes and millionths of a second, as Exif writes them. */
function dms(degrees: number): string {
  const size = Math.abs(degrees)
  const minutes = (size % 1) * 60
  return `${Math.floor(size)}/1 ${Math.floor(minutes)}/1 ${Math.round((minutes % 1) * 60e6)}/1000000`
}
