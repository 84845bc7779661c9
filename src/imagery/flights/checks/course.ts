// Height, direction of view, overlap and what they mean for the outputs.

import { type FlightCheck, percent } from '#domain/flights.ts'
import { lastPart } from '../../control-points/control-point-source.ts'
import type { PlacedFile } from '../../control-points/place-points.ts'
import { FIXED } from '../../photos/position-error.ts'
import { isOffHeight, isOffNadir, middleHeight, type ReadPhoto } from '../main-set.ts'
import { panelPhotos } from './bands.ts'
import { type Check, finding, listed, photosThat } from './check.ts'

export const height: Check = ({ geometry, read }) => {
  if (geometry.heightMetres !== null || read.length === 0) return undefined
  return finding({
    id: 'height',
    severity: 'warn',
    message:
      'The photos do not say how high the drone flew, so pixel size and overlap are unknown. Enter the height above the ground.',
  })
}

export const takeOff: Check = ({ read, main }) => {
  const middle = middleHeight(read)
  const wanted = new Set(panelPhotos({ read, main }))
  const found = middle === null ? [] : read.filter((one) => isOffHeight(one.photo, middle) && !wanted.has(one))
  if (found.length === 0) return undefined
  const message = `${photosThat(found.length, 'was', 'were')} taken much lower or higher than the others, as at take-off and landing. Take them out of the archive.`
  return finding({ id: 'take-off', severity: 'warn', message, photos: found })
}

/** Of photos that look more than 15 degrees off straight down. */
const OBLIQUE_MAX = 0.25

export const nadir: Check = ({ read, outputs }) => {
  const found = read.filter(({ photo }) => isOffNadir(photo))
  const share = found.length / read.length
  if (found.length === 0) return undefined
  const isFlat = outputs.length > 0 && !outputs.includes('3dModel')
  return finding({
    id: 'nadir',
    severity: share > OBLIQUE_MAX && isFlat ? 'stop' : 'warn',
    message: `${photosThat(found.length, 'does', 'do')} not look straight down, ${percent(share)} of all. They help a 3D model, and blur an orthomosaic of a field.`,
    photos: found,
  })
}

const FRONT = { stop: 0.6, warn: 0.7 }
const SIDE = { stop: 0.5, warn: 0.6 }

export const overlap: Check = ({ geometry: { overlaps } }) => {
  const [front, side] = [overlaps?.front?.median, overlaps?.side?.median]
  const texts = [
    front !== undefined && front < FRONT.warn ? `${percent(front)} along the lines, where 75 % are usual` : '',
    side !== undefined && side < SIDE.warn ? `${percent(side)} between lines, where 65 % are usual` : '',
  ].filter(Boolean)
  if (texts.length === 0) return undefined
  const isTooLittle = (front ?? 1) < FRONT.stop || (side ?? 1) < SIDE.stop
  return finding({
    id: 'overlap',
    severity: isTooLittle ? 'stop' : 'warn',
    message: `Photos overlap by ${texts.join(', and by ')}. Crops need more than buildings, because leaves look alike. Fly with more overlap.`,
  })
}

const FEW_VIEWS = 0.1

export const coverage: Check = ({ geometry }) => {
  const share = geometry.thinShare
  if (share <= FEW_VIEWS) return undefined
  const message = `${percent(share)} of the ground between the outermost photos is on fewer than 3 of them, and may be missing or without heights. Fly with more overlap, and without gaps.`
  return finding({ id: 'coverage', severity: 'warn', message })
}

const CM = { cover: 1.8, height: 3, indices: 5 }

export const resolution: Check = ({ geometry: { gsdCm }, outputs }) => {
  if (gsdCm === null) return undefined
  const needs = [
    { isAsked: outputs.includes('plantFeatures'), cm: CM.cover, what: 'canopy cover' },
    { isAsked: outputs.includes('elevationModels'), cm: CM.height, what: 'plant heights' },
    { isAsked: outputs.includes('heatMaps'), cm: CM.indices, what: 'vegetation indices of plots' },
  ].filter(({ isAsked, cm }) => isAsked && gsdCm > cm)
  if (needs.length === 0) return undefined
  const texts = needs.map(({ what, cm }) => `${what} (${cm} cm)`)
  return finding({
    id: 'resolution',
    severity: 'warn',
    message: `A pixel is ${gsdCm.toFixed(1)} cm on the ground. That is too coarse for ${texts.join(', ')}. Fly lower.`,
  })
}

const BLUR_PIXELS = 0.8

export const motionBlur: Check = ({ main, geometry: { gsdCm } }) => {
  if (gsdCm === null) return undefined
  const found = main.filter(({ photo: { speedMetresPerSecond: speed, exposure } }) => {
    return speed !== null && exposure.seconds !== null && (100 * speed * exposure.seconds) / gsdCm > BLUR_PIXELS
  })
  if (found.length === 0) return undefined
  const message = `The drone moved by more than ${BLUR_PIXELS} pixels while ${photosThat(found.length, 'was', 'were')} exposed. Fly slower or with a shorter exposure.`
  return finding({ id: 'motion-blur', severity: 'warn', message, photos: found })
}

const FIXED_SHARE = { stop: 0.75, warn: 0.9 }
const UNFIXED = 'The others are off by decimetres to metres: send the files for PPK, or ground control points.'
const SD_METRES = { stop: 0.1, warn: 0.05 }

/** Null where photos say nothing of RTK, or that they have none. */
export function fixedShareOf(read: readonly ReadPhoto[]): number | null {
  const flags = read.flatMap(({ photo }) => photo.rtk?.flag ?? [])
  return flags.some((flag) => flag !== 0) ? flags.filter((flag) => flag === FIXED).length / flags.length : null
}

export const rtk: Check = ({ read, controlPoints }) => {
  const known = read.flatMap((one) => (one.photo.rtk?.flag == null ? [] : [{ ...one, rtk: one.photo.rtk }]))
  if (known.length === 0) return rtkOfFiles(controlPoints.files)
  if (known.every(({ rtk: { flag } }) => flag === 0)) return undefined
  const weak = known.filter(
    ({ rtk: { flag, sdLon, sdLat } }) => flag !== FIXED || Math.max(sdLon ?? 0, sdLat ?? 0) >= SD_METRES.warn,
  )
  const share = 1 - weak.length / known.length
  if (share > FIXED_SHARE.warn) return undefined
  return finding({
    id: 'rtk',
    severity: share <= FIXED_SHARE.stop ? 'stop' : 'warn',
    message: `Only ${percent(share)} of the photos have a fixed RTK position. ${UNFIXED}`,
    photos: weak,
  })
}

/** Photos of some drones say nothing of it, and a file beside them does. A drone without RTK has none that is fixed: PPK is meant. */
function rtkOfFiles(files: readonly PlacedFile[]): FlightCheck | undefined {
  const sources = files.flatMap(({ source }) => (source.format === 'dji-mrk' ? [source] : []))
  const count = sources.reduce((sum, { points }) => sum + points.length, 0)
  const fixed = sources.reduce((sum, source) => sum + source.fixed, 0)
  if (fixed === 0 || fixed / count > FIXED_SHARE.warn) return undefined
  return finding({
    id: 'rtk',
    severity: fixed / count <= FIXED_SHARE.stop ? 'stop' : 'warn',
    message: `Only ${percent(fixed / count)} of the positions in ${listed(sources.map(({ file }) => lastPart(file)))} are fixed by RTK. ${UNFIXED}`,
  })
}
