import { zipSync } from 'fflate'
import sharp from 'sharp'

const [LINES, SHOTS] = [6, 8]
const METRES_PER_DEGREE = { north: 110_574, east: 69_300 }

const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" drone-dji:RelativeAltitude="+40.00"
drone-dji:GimbalPitchDegree="-90.00"/></rdf:RDF></x:xmpmeta>`

const minutesOf = (degrees: number) => `${Math.floor(degrees)}/1 ${Math.round((degrees % 1) * 60 * 1e6)}/1000000 0/1`

/** Lines run north, 15 m apart, with a photo every 7.5 m; from 40 m a photo shows 60 x 45 m. */
const photoAt = (line: number, place: number): Promise<Buffer> =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background: { r: 90, g: 130, b: 60 + line } } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'DJI', Model: 'FC6310S' },
      IFD2: { DateTimeOriginal: `2026:06:23 10:0${line}:0${place}`, FocalLength: '88/10' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: minutesOf(51.5 + (7.5 * place) / METRES_PER_DEGREE.north),
        GPSLongitudeRef: 'E',
        GPSLongitude: minutesOf(10.5 + (15 * line) / METRES_PER_DEGREE.east),
      },
    })
    .withXmp(xmp)
    .toBuffer()

/** A zip archive of a flight about which nothing is in doubt. */
export async function goodFlight(): Promise<Buffer> {
  const photos = Array.from({ length: LINES * SHOTS }, async (_, at): Promise<[string, Uint8Array]> => {
    const [line, place] = [Math.floor(at / SHOTS), at % SHOTS]
    return [`DJI_0${line}${place}.JPG`, new Uint8Array(await photoAt(line, place))]
  })
  return Buffer.from(zipSync(Object.fromEntries(await Promise.all(photos)), { level: 0 }))
}
