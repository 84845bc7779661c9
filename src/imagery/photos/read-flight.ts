// Where the camera was, where it looked, and how well that is known.
import type { Directory } from '../rasters/tiff-directories.ts'
import { GPS_TAG, numberOf, numbersOf, TAG, textOf } from './exif.ts'
import type { Attitude, Position, Rtk } from './photo.ts'
import { numberIn, type Xmp } from './xmp.ts'

/** By XMP of the maker where it is, because Exif has fewer digits. Null where it is missing or no place on Earth. */
export function readPosition(gps: Directory, xmp: Xmp): Position | null {
  const [lat, lon] = [degreesOf(gps, GPS_TAG.lat), degreesOf(gps, GPS_TAG.lon)]
  const [south, west] = [textOf(gps, GPS_TAG.latReference), textOf(gps, GPS_TAG.lonReference)]
  const exact = {
    lat: numberIn(xmp, 'drone-dji:GpsLatitude', 'drone-dji:Latitude'),
    // Old cameras spell it so.
    lon: numberIn(xmp, 'drone-dji:GpsLongitude', 'drone-dji:GpsLongtitude', 'drone-dji:Longitude'),
  }
  const isExact = exact.lat !== null && exact.lon !== null
  const place = isExact
    ? exact
    : {
        lat: lat && (south?.toUpperCase() === 'S' ? -lat : lat),
        lon: lon && (west?.toUpperCase() === 'W' ? -lon : lon),
      }
  if (place.lat === null || place.lon === null || Math.abs(place.lat) > 90 || Math.abs(place.lon) > 180) return null
  const below = numberOf(gps, GPS_TAG.altitudeReference)
  const altitude = numberOf(gps, GPS_TAG.altitude)
  const absolute = numberIn(xmp, 'drone-dji:AbsoluteAltitude')
  return {
    lon: place.lon,
    lat: place.lat,
    altitude: absolute ?? (altitude !== null && below === 1 ? -altitude : altitude),
    hasReferences: isExact || (south !== null && west !== null),
    hasAltitudeReference: absolute !== null || below !== null,
  }
}

/** Degrees, minutes and seconds; null with one that is no number. */
function degreesOf(gps: Directory, tag: number): number | null {
  const [degrees, minutes = 0, seconds = 0] = numbersOf(gps, tag)
  if (degrees === undefined) return null
  const value = degrees + minutes / 60 + seconds / 3600
  return Number.isFinite(value) ? value : null
}

/** Of the camera. DJI's pitch is -90 when it looks straight down, that of `Camera` 0. */
export function readAttitude(xmp: Xmp): Attitude | null {
  const of = (prefix: string, [yaw, pitch, roll]: readonly [string, string, string], down: number): Attitude | null => {
    const [y, p, r] = [yaw, pitch, roll].map((name) => numberIn(xmp, `${prefix}:${name}`))
    if (y === null && p === null && r === null) return null
    return { yaw: y ?? null, pitch: p === null || p === undefined ? null : p + down, roll: r ?? null }
  }
  return (
    of('drone-dji', ['GimbalYawDegree', 'GimbalPitchDegree', 'GimbalRollDegree'], 0) ??
    of('Camera', ['Yaw', 'Pitch', 'Roll'], -90)
  )
}

export function readRtk(xmp: Xmp): Rtk | null {
  const rtk = {
    flag: numberIn(xmp, 'drone-dji:RtkFlag'),
    sdLon: numberIn(xmp, 'drone-dji:RtkStdLon', 'Camera:GPSXYAccuracy'),
    sdLat: numberIn(xmp, 'drone-dji:RtkStdLat', 'Camera:GPSXYAccuracy'),
    sdHeight: numberIn(xmp, 'drone-dji:RtkStdHgt', 'Camera:GPSZAccuracy'),
  }
  return Object.values(rtk).every((value) => value === null) ? null : rtk
}

export function readSpeed(xmp: Xmp, exif: Directory): number | null {
  const parts = ['X', 'Y'].map((axis) => numberIn(xmp, `drone-dji:Flight${axis}Speed`))
  const [x, y] = parts.every((part) => part !== null) ? parts : speedsOfMakerNote(exif)
  return typeof x === 'number' && typeof y === 'number' ? Math.hypot(x, y) : null
}

/** In a note of DJI: a directory whose values of four bytes lie within its entries. Tags 3 and 4 are the speeds in two directions. */
const SPEED_TAGS = [3, 4]
const FLOAT = 11
const ENTRY_BYTES = 12
const ENTRIES_MAX = 64
/** Faster is none of a drone: the note is another maker's. */
const SPEED_MAX = 100

function speedsOfMakerNote(exif: Directory): (number | undefined)[] {
  const values = exif.get(TAG.makerNote)
  if (!(values instanceof Float64Array) || values.length < 2) return []
  const view = new DataView(Uint8Array.from(values.subarray(0, 2 + ENTRIES_MAX * ENTRY_BYTES)).buffer)
  const speeds: number[] = []
  const count = view.getUint16(0, true)
  for (let at = 2; at + ENTRY_BYTES <= view.byteLength && at < 2 + count * ENTRY_BYTES; at += ENTRY_BYTES) {
    const which = SPEED_TAGS.indexOf(view.getUint16(at, true))
    if (which < 0 || view.getUint16(at + 2, true) !== FLOAT || view.getUint32(at + 4, true) !== 1) continue
    const speed = view.getFloat32(at + 8, true)
    if (Math.abs(speed) <= SPEED_MAX) speeds[which] = speed
  }
  return speeds
}
