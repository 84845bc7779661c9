// Whether each capture of a multispectral rig is whole and can become reflectance, and whether the photos can give what is ordered.
import { percent } from '#domain/flights.ts'
import { quantile } from '../lines.ts'
import type { ReadPhoto } from '../main-set.ts'
import { type Check, type FlightFacts, finding, photosText, photosThat } from './check.ts'

/** Photos that were taken at once, by their tags or their names, else by the number in the name. */
export const captureOf = ({ name, photo }: ReadPhoto): string =>
  photo.band?.capture ?? name.slice(0, name.lastIndexOf('/') + 1) + (name.match(/\d{3,}/g)?.at(-1) ?? name)

/** A picture of several bands is one for viewing. */
export const isSingleBand = ({ photo }: ReadPhoto): boolean =>
  photo.band?.name != null && !photo.band.name.includes(',')

export const bandsOf = (read: readonly ReadPhoto[]): string[] =>
  [...new Set(read.filter(isSingleBand).flatMap(({ photo }) => photo.band?.name ?? []))].sort()

const isOfRig = (read: readonly ReadPhoto[]): boolean => bandsOf(read).length > 1

export const bands: Check = ({ read }) => {
  const all = bandsOf(read)
  const captures = [...Map.groupBy(read.filter(isSingleBand), captureOf).values()]
  const broken = captures.filter((photos) => bandsOf(photos).length < all.length)
  if (all.length < 2 || broken.length === 0) return undefined
  const missing = all.filter((band) => broken.some((photos) => !bandsOf(photos).includes(band)))
  return finding({
    id: 'bands',
    severity: 'warn',
    message: `${broken.length.toLocaleString('en')} of ${captures.length.toLocaleString('en')} captures lack a band (${missing.join(', ')}), of ${photosText(broken.flat().length)}. They may be left out. Copy them from the memory card again.`,
    photos: broken.flat(),
  })
}

const PANEL = /panel|calib|reflectance.?target/i
/** Above the ground on which a person stands. */
const GROUND_METRES = 5
const LOWER_METRES = 15

/** Photos of a panel: by their names, or taken near the ground before the first line of a rig. */
export function panelPhotos({ read, main }: Pick<FlightFacts, 'read' | 'main'>): ReadPhoto[] {
  if (!isOfRig(read)) return []
  const [first] = main
  const start = first?.photo.takenAt ?? null
  const altitudes = main.flatMap(({ photo }) => photo.position.altitude ?? [])
  const above = altitudes.length === 0 ? null : quantile(altitudes, 0.5)
  return read.filter(({ name, photo: { takenAt, relativeAltitude, position } }) => {
    if (PANEL.test(name)) return true
    const isBefore = takenAt !== null && start !== null && takenAt < start
    if (relativeAltitude !== null) return isBefore && relativeAltitude < GROUND_METRES
    return isBefore && above !== null && position?.altitude != null && above - position.altitude > LOWER_METRES
  })
}

const hasIrradiance = ({ photo }: ReadPhoto): boolean => photo.band?.hasIrradiance === true

export const panels: Check = (facts) => {
  const { read } = facts
  if (!isOfRig(read) || panelPhotos(facts).length > 0) return undefined
  const isMeasured = read.some(hasIrradiance)
  const rest = isMeasured
    ? 'Reflectance comes from the light sensor alone, which is less exact.'
    : 'Without them and a light sensor, bands are no reflectance, and dates can not be compared.'
  const message = `No photos of a calibration panel were found, by their names or near the ground before the first line. ${rest}`
  return finding({ id: 'panels', severity: isMeasured ? 'inform' : 'warn', message })
}

export const irradiance: Check = ({ read }) => {
  const single = read.filter(isSingleBand)
  const missing = single.filter((one) => !hasIrradiance(one))
  if (!isOfRig(read) || missing.length === 0) return undefined
  const message =
    missing.length === single.length
      ? 'The photos do not say how bright the light was. Clouds between photos then show as differences of plants.'
      : `${photosThat(missing.length, 'does', 'do')} not say how bright the light was, ${percent(missing.length / single.length)} of all. Look whether the light sensor was connected.`
  return finding({ id: 'irradiance', severity: 'warn', message, photos: missing.length < single.length ? missing : [] })
}

const INDEX = /(?<![a-z])(?:g?ndvi|ndre|osavi|savi|lci)(?![a-z])/i

export const indexPictures: Check = ({ read }) => {
  const found = read.filter(({ name, photo }) => photo.type === 'jpeg' && INDEX.test(name))
  if (found.length === 0) return undefined
  const isInstead = !isOfRig(read)
  const rest = isInstead
    ? 'Colours of 8 bits are no measurements, so no index can be computed. Send the photos of the bands.'
    : 'They are not used: indices are computed from the bands.'
  const message = `${photosThat(found.length, 'is a picture', 'are pictures')} of an index, such as NDVI. ${rest}`
  return finding({ id: 'index-pictures', severity: isInstead ? 'warn' : 'inform', message, photos: found })
}

/** Bands that only a number names may be one of near infrared. */
const NEAR_INFRARED = /nir|near|infrared|^band \d/i

export const outputs: Check = ({ read, outputs: asked }) => {
  const isAsked = asked.includes('plantFeatures') || asked.includes('heatMaps')
  const isMultispectral = bandsOf(read).some((band) => NEAR_INFRARED.test(band))
  if (!isAsked || isMultispectral || read.length === 0) return undefined
  return finding({
    id: 'outputs',
    severity: 'inform',
    message:
      'The photos have no near-infrared band, so there is no NDVI. Canopy cover and indices of red, green and blue, such as ExG, GLI and NGRDI, are computed.',
  })
}
