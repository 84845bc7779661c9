// The ground that a photo shows, taken to be flat.
import type { Attitude } from '../photos/photo.ts'
import type { Metres } from './local-metres.ts'

export type View = {
  at: Metres
  /** Above the ground. */
  height: number
  focalRatio: number
  /** Height of the picture by its width. */
  aspect: number
  attitude: Attitude
}

/** Farther off straight down, the ground is no rectangle. */
const OBLIQUE_DEGREES = 15
/** So near to the horizon, the ground is too far away to be of use. */
const HORIZON_DEGREES = 10

const radians = (degrees: number): number => (degrees * Math.PI) / 180

export const widthOnGround = ({ height, focalRatio }: Pick<View, 'height' | 'focalRatio'>): number =>
  height / focalRatio

export const isOblique = ({ pitch }: Pick<Attitude, 'pitch'>): boolean =>
  pitch !== null && Math.abs(pitch + 90) > OBLIQUE_DEGREES

/** Its corners, from the top left of the picture on, clockwise; null where it sees the horizon. Without a yaw, north is up. */
export function footprintOf({ at, height, focalRatio, aspect, attitude }: View): Metres[] | null {
  const yaw = radians(attitude.yaw ?? 0)
  const tilt = isOblique(attitude) ? radians((attitude.pitch ?? -90) + 90) : 0
  const corners = [
    [-0.5, 0.5],
    [0.5, 0.5],
    [0.5, -0.5],
    [-0.5, -0.5],
  ] as const
  const found: Metres[] = []
  for (const [x, y] of corners) {
    // A ray of the camera: right, up in the picture, forwards.
    const [right, up] = [x / focalRatio, (y * aspect) / focalRatio]
    const down = Math.cos(tilt) - up * Math.sin(tilt)
    const ahead = Math.sin(tilt) + up * Math.cos(tilt)
    if (down <= Math.sin(radians(HORIZON_DEGREES)) * Math.hypot(right, ahead, down)) return null
    const [across, along] = [(height * right) / down, (height * ahead) / down]
    found.push({
      east: at.east + across * Math.cos(yaw) + along * Math.sin(yaw),
      north: at.north - across * Math.sin(yaw) + along * Math.cos(yaw),
    })
  }
  return found
}
