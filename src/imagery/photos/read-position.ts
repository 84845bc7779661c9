// Where a camera was: by Exif and by XMP of its maker, which may differ.
import type { Directory } from '../rasters/tiff-directories.ts'
import { GPS_TAG, numberOf, numbersOf, textOf } from './exif.ts'
import type { Position, Rtk } from './photo.ts'
import { byMakers, numberIn, type Xmp } from './xmp.ts'

type Place = { lon: number; lat: number }
type Source = { place: Place | null; altitude: number | null; hasReferences: boolean; hasAltitudeReference: boolean }

/** Receivers write one place into both, with more or fewer digits. */
const SAME_METRES = 5
const DEGREE_METRES = 111_320
const RTK_FIXED = 50
/** Of a fixed solution that does not say how exact it is. */
const FIXED_METRES = 0.05

/**
 * By XMP, because Exif has fewer digits. Where the two differ, a program has rewritten one: of those for PPK and for places of photos,
 * Exif. So Exif counts, unless XMP states a fixed solution of RTK, and Exif nothing more exact. Null without a place on Earth.
 */
export function readPosition(gps: Directory, xmp: Xmp, rtk: Rtk | null): Position | null {
  const both = [readExifPlace(gps), readXmpPlace(xmp)] as const
  const [ofExif, ofXmp] = both.some(({ place }) => isSomewhere(place)) ? [known(both[0]), known(both[1])] : both
  const apart = ofExif.place && ofXmp.place ? metresBetween(ofExif.place, ofXmp.place) : 0
  const areApart = apart > Math.max(SAME_METRES, stepMetres(gps))
  const heightApart = Math.abs((ofExif.altitude ?? 0) - (ofXmp.altitude ?? 0))
  const areHeightsApart = ofExif.altitude !== null && ofXmp.altitude !== null && heightApart > SAME_METRES
  const isExif = (areApart || areHeightsApart) && !isXmpMoreExact(gps, rtk)
  const [first, second] = isExif ? [ofExif, ofXmp] : [ofXmp, ofExif]
  const place = first.place ? first : second
  if (!place.place) return null
  const height = first.altitude === null ? second : first
  const isDisputed = areApart || areHeightsApart
  return {
    ...place.place,
    altitude: height.altitude,
    hasReferences: place.hasReferences,
    hasAltitudeReference: height.hasAltitudeReference,
    dispute: isDisputed
      ? {
          taken: isExif ? 'Exif' : 'XMP',
          metres: areApart ? apart : 0,
          heightMetres: areHeightsApart ? heightApart : 0,
        }
      : null,
  }
}

/** A receiver without satellites writes zeros. */
const isSomewhere = (place: Place | null): boolean => place !== null && (place.lon !== 0 || place.lat !== 0)
const known = (source: Source): Source => (isSomewhere(source.place) ? source : { ...source, place: null })

const isXmpMoreExact = (gps: Directory, rtk: Rtk | null): boolean =>
  rtk?.flag === RTK_FIXED &&
  Math.max(rtk.sdLon ?? FIXED_METRES, rtk.sdLat ?? FIXED_METRES) <
    (numberOf(gps, GPS_TAG.errorMetres) ?? Number.POSITIVE_INFINITY)

function readExifPlace(gps: Directory): Source {
  const [lat, lon] = [degreesOf(gps, GPS_TAG.lat), degreesOf(gps, GPS_TAG.lon)]
  const [south, west] = [textOf(gps, GPS_TAG.latReference), textOf(gps, GPS_TAG.lonReference)]
  const below = numberOf(gps, GPS_TAG.altitudeReference)
  const altitude = numberOf(gps, GPS_TAG.altitude)
  return {
    place: placeOf(
      lon && (west?.toUpperCase() === 'W' ? -lon : lon),
      lat && (south?.toUpperCase() === 'S' ? -lat : lat),
    ),
    altitude: altitude !== null && below === 1 ? -altitude : altitude,
    hasReferences: south !== null && west !== null,
    hasAltitudeReference: below !== null,
  }
}

function readXmpPlace(xmp: Xmp): Source {
  const lat = numberIn(xmp, ...byMakers('GpsLatitude', 'Latitude'), 'sensefly:Latitude')
  // Old cameras spell it so.
  const lon = numberIn(xmp, ...byMakers('GpsLongitude', 'GpsLongtitude', 'Longitude'), 'sensefly:Longitude')
  const altitude = numberIn(xmp, ...byMakers('AbsoluteAltitude'))
  return { place: placeOf(lon, lat), altitude, hasReferences: true, hasAltitudeReference: true }
}

/** Null where it is none on Earth. */
const placeOf = (lon: number | null, lat: number | null): Place | null =>
  lon === null || lat === null || Math.abs(lat) > 90 || Math.abs(lon) > 180 ? null : { lon, lat }

/** Degrees, minutes and seconds; null with one that is no number. */
function degreesOf(gps: Directory, tag: number): number | null {
  const [degrees, minutes = 0, seconds = 0] = numbersOf(gps, tag)
  if (degrees === undefined) return null
  const value = degrees + minutes / 60 + seconds / 3600
  return Number.isFinite(value) ? value : null
}

function metresBetween(one: Place, other: Place): number {
  const lons = ((one.lon - other.lon + 540) % 360) - 180
  return DEGREE_METRES * Math.hypot(one.lat - other.lat, lons * Math.cos((one.lat * Math.PI) / 180))
}

const DECIMALS_MAX = 8

/** What its digits can't tell apart: whole seconds are steps of 31 m. */
function stepMetres(gps: Directory): number {
  const steps = [GPS_TAG.lat, GPS_TAG.lon].map((tag) => {
    const parts = numbersOf(gps, tag).slice(0, 3)
    const last = parts.findLastIndex((part) => part !== 0)
    const decimals = decimalsOf(parts[last] ?? 0)
    return 10 ** -decimals / 60 ** Math.max(0, last)
  })
  return DEGREE_METRES * Math.min(...steps)
}

function decimalsOf(value: number): number {
  for (let decimals = 0; decimals < DECIMALS_MAX; decimals += 1) {
    const scaled = value * 10 ** decimals
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6) return decimals
  }
  return DECIMALS_MAX
}
