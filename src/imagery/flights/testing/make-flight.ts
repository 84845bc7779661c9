// A flight of which everything is known.
import type { Photo } from '../../photos/photo.ts'
import type { PhotoPixels } from '../../photos/pixels/photo-pixels.ts'
import type { ArchivePhoto } from '../archive-photos.ts'
import { metresAround } from '../local-metres.ts'

export const TAKE_OFF = { lon: 10.5, lat: 51.5 }

type Changes = Omit<Partial<Photo>, 'lens' | 'exposure' | 'position'> & {
  lens?: Partial<Photo['lens']>
  exposure?: Partial<Photo['exposure']>
  position?: Partial<NonNullable<Photo['position']>> | null
}

/** 4000 x 3000 pixels from 40 m, which show 50 x 37.5 m: 1.25 cm a pixel. */
export function makePhoto({ lens, exposure, position, ...changes }: Changes = {}): Photo {
  const place = { ...TAKE_OFF, altitude: 140, hasReferences: true, hasAltitudeReference: true, dispute: null }
  return {
    type: 'jpeg',
    isMap: false,
    width: 4000,
    height: 3000,
    statedWidth: 4000,
    statedHeight: 3000,
    isCutOff: false,
    isDamaged: false,
    make: 'DJI',
    model: 'X',
    serial: null,
    software: null,
    orientation: 1,
    takenAt: '2026-06-23T10:00:00',
    takenAtUtc: null,
    position: position === null ? null : { ...place, ...position },
    relativeAltitude: 40,
    attitude: { yaw: 0, pitch: -90, roll: 0 },
    lens: {
      focalMillimetres: 8,
      focal35Millimetres: null,
      focalPixels: null,
      sensorWidthMillimetres: 10,
      isDewarped: null,
      ...lens,
    },
    exposure: { seconds: 0.001, iso: 100, fNumber: 2.8, ...exposure },
    speedMetresPerSecond: 3,
    rtk: null,
    band: null,
    ...changes,
  }
}

const PIXELS: PhotoPixels = {
  sharpness: 1.6,
  brightness: 110,
  white: 0,
  colours: { blueOverGreen: 0.1, greenest: 0.6, cr: -4 },
}

const AHEAD_METRES = 37.5 * 0.2
const APART_METRES = 50 * 0.3

type Course = { lines?: number; shots?: number; ahead?: number; apart?: number }

/** North and south in lines: 80 % overlap along them, 70 % between them, unless other distances are asked for. A photo every 2 seconds. */
export function makeFlight(
  change: (at: number) => Changes & { pixels?: Partial<PhotoPixels> } = () => ({}),
  { lines = 5, shots = 8, ahead = AHEAD_METRES, apart = APART_METRES }: Course = {},
): ArchivePhoto[] {
  const { toPlace } = metresAround(TAKE_OFF)
  return Array.from({ length: lines * shots }, (_, at) => {
    const line = Math.floor(at / shots)
    const along = line % 2 === 0 ? at % shots : shots - 1 - (at % shots)
    const place = toPlace({ east: line * apart, north: along * ahead })
    const takenAt = new Date(Date.UTC(2026, 5, 23, 10) + 2000 * at).toISOString().slice(0, 19)
    const { position, pixels, ...others } = change(at)
    const photo = makePhoto({ takenAt, ...others, position: position === null ? null : { ...place, ...position } })
    return {
      name: `DJI_${String(at + 1).padStart(4, '0')}.JPG`,
      bytes: 5_000_000,
      crc32: at + 1,
      photo,
      pixels: { ...PIXELS, ...pixels },
    }
  })
}
