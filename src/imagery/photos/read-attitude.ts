// Where a camera looked, by the angles that its maker writes.
import type { Attitude } from './photo.ts'
import { numberIn, type Xmp } from './xmp.ts'

type Names = readonly [yaw: string, pitch: string, roll: string]

const anglesOf = (name: (angle: string) => string): Names => [name('Yaw'), name('Pitch'), name('Roll')]

/** Their pitch is -90 when the camera looks straight down, 0 when it looks ahead. */
const FROM_HORIZON: readonly Names[] = [
  ...['drone-dji', 'drone', 'drone-autel'].map((maker) => anglesOf((angle) => `${maker}:Gimbal${angle}Degree`)),
  anglesOf((angle) => `drone-parrot:Camera${angle}Degree`),
  anglesOf((angle) => `drone-skydio:CameraOrientationNED/drone-skydio:${angle}`),
  anglesOf((angle) => `drone-yuneec:Gimbal${angle}`),
  // Of Yuneec's CGO3.
  anglesOf((angle) => `xmp:Camera${angle}`),
]
/** Pix4D's, in which 0 looks straight down. */
const FROM_NADIR = anglesOf((angle) => `Camera:${angle}`)
/** Writes Pix4D's names with angles from the horizon. */
const AUTEL = /\bautel\b|\bevo\b|\bxl7\d\d\b/i
/** No camera of a map looks so far behind its drone: such a pitch is one from the horizon. */
const BEHIND_DEGREES = -45

/** Null without angles, and where all of them are 0: drones write that where they don't know them. */
export function readAttitude(xmp: Xmp, camera: { make: string | null; model: string | null }): Attitude | null {
  const known = FROM_HORIZON.map((names) => readAngles(xmp, names)).find((found) => found !== null)
  if (known) return known
  const found = readAngles(xmp, FROM_NADIR)
  if (found?.pitch == null) return found
  const isFromHorizon = AUTEL.test(`${camera.make} ${camera.model}`) || found.pitch < BEHIND_DEGREES
  return isFromHorizon ? found : { ...found, pitch: found.pitch - 90 }
}

function readAngles(xmp: Xmp, [yaw, pitch, roll]: Names): Attitude | null {
  const found = { yaw: numberIn(xmp, yaw), pitch: numberIn(xmp, pitch), roll: numberIn(xmp, roll) }
  return Object.values(found).some((angle) => angle !== null && angle !== 0) ? found : null
}
