// When a photo was taken.
import type { Directory } from '../rasters/tiff-directories.ts'
import { GPS_TAG, numbersOf, TAG, textOf } from './exif.ts'
import type { Photo } from './photo.ts'
import { textIn, type Xmp } from './xmp.ts'

export function readTakenAt(exif: Directory, gps: Directory, xmp: Xmp): Pick<Photo, 'takenAt' | 'takenAtUtc'> {
  const takenAt = localTime(textOf(exif, TAG.takenAt), textOf(exif, TAG.fractionOfTakenAt))
  const zone = textOf(exif, TAG.zoneOfTakenAt)
  const isZone = zone !== null && /^[+-]\d\d:\d\d$/.test(zone)
  const exact = textIn(xmp, 'drone-dji:UTCAtExposure')
  return {
    takenAt,
    takenAtUtc:
      timeOf(exact && `${exact.trim().replace(' ', 'T')}Z`) ??
      timeOf(takenAt && isZone ? takenAt + zone : null) ??
      timeOfSatellites(gps),
  }
}

/** Exif writes `2016:06:23 10:21:33`. Null for a date that does not exist, such as zeros. */
function localTime(text: string | null, fraction: string | null): string | null {
  const [, year, month, day, time] = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d:\d\d:\d\d)$/.exec(text ?? '') ?? []
  if (year === undefined) return null
  const parts = /^\d+$/.test(fraction ?? '') ? `.${fraction?.slice(0, 3)}` : ''
  const local = `${year}-${month}-${day}T${time}${parts}`
  return timeOf(`${local}Z`) === null ? null : local
}

function timeOf(text: string | null): number | null {
  const time = text === null || text === '' ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? null : time
}

function timeOfSatellites(gps: Directory): number | null {
  const [hours = Number.NaN, minutes = Number.NaN, seconds = Number.NaN] = numbersOf(gps, GPS_TAG.time)
  const day = timeOf(textOf(gps, GPS_TAG.date)?.replaceAll(':', '-') ?? null)
  const time = (day ?? Number.NaN) + 1000 * (3600 * hours + 60 * minutes + seconds)
  return Number.isFinite(time) ? Math.round(time) : null
}
