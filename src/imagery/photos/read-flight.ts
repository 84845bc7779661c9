// How high and how fast a camera flew, and how well its place is known.
import type { Directory } from '../rasters/tiff-directories.ts'
import { TAG } from './exif.ts'
import type { Rtk } from './photo.ts'
import { byMakers, numberIn, type Xmp } from './xmp.ts'

/** Above take-off or the ground. */
export const readHeight = (xmp: Xmp): number | null =>
  numberIn(
    xmp,
    ...byMakers('RelativeAltitude'),
    'drone-yuneec:AboveHomeAltitude',
    'Camera:AboveGroundAltitude',
    'sensefly:Height',
  )

export function readRtk(xmp: Xmp): Rtk | null {
  const rtk = {
    flag: numberIn(xmp, ...byMakers('RtkFlag')),
    sdLon: numberIn(xmp, ...byMakers('RtkStdLon'), 'Camera:GPSXYAccuracy'),
    sdLat: numberIn(xmp, ...byMakers('RtkStdLat'), 'Camera:GPSXYAccuracy'),
    sdHeight: numberIn(xmp, ...byMakers('RtkStdHgt'), 'Camera:GPSZAccuracy'),
  }
  return Object.values(rtk).every((value) => value === null) ? null : rtk
}

export function readSpeed(xmp: Xmp, exif: Directory): number | null {
  const parts = ['X', 'Y'].map((axis) => numberIn(xmp, ...byMakers(`Flight${axis}Speed`)))
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
