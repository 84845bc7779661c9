import { makeZip } from '#domain/archive/testing/make-zip.ts'
import { degreesMinutesSeconds, makeJpeg, makeTiff, xmpOf } from '#imagery/photos/testing/make-photo.ts'

/** `height` is undefined where the photo doesn't say it. Lines run north, 15 m apart. */
type Shot = { place: number; line?: number; height?: number | undefined; from?: { lon: number; lat: number } }

/** 7.5 m from one photo of a line to the next, and of 40 m they show 60 x 45 m. */
export function photoAt({ place, line = 0, height, from = { lon: 10.5, lat: 51.5 } }: Shot) {
  const second = String(place).padStart(2, '0')
  const tiff = makeTiff([
    {
      271: 'DJI',
      272: 'FC6310S',
      34_665: {
        directory: {
          36_867: `2026:06:23 10:${String(line).padStart(2, '0')}:${second}`,
          37_386: { fractions: [[88, 10]] },
        },
      },
      34_853: {
        directory: {
          1: 'N',
          2: { fractions: degreesMinutesSeconds(from.lat + (7.5 * place) / 110_574) },
          3: 'E',
          4: { fractions: degreesMinutesSeconds(from.lon + (15 * line) / 69_300) },
        },
      },
    },
  ])
  const stated = height === undefined ? {} : { 'drone-dji:RelativeAltitude': `+${height.toFixed(2)}` }
  const xmp = xmpOf({ ...stated, 'drone-dji:GimbalPitchDegree': '-90.00' })
  const name = `DJI_${String(100 * line + place).padStart(4, '0')}.JPG`
  return { name, content: makeJpeg({ tiff, xmp, width: 4000, height: 3000 }), crc: 100 * line + place + 1 }
}

/** An archive of so many lines of so many photos. */
export const flightArchive = ({ lines = 1, shots = 5, ...shot }: Partial<Shot> & { lines?: number; shots?: number }) =>
  Buffer.from(
    makeZip(
      Array.from({ length: lines * shots }, (_, at) =>
        photoAt({ ...shot, place: at % shots, line: Math.floor(at / shots) }),
      ),
    ),
  )
