// How far a position may be off, in metres.

/** What a receiver or a file says of a position; `flag` is that of the maker: 50 fixed, 32 to 49 float, else without corrections. */
export type StatedError = { flag: number | null; across: number | null; up: number | null }

/** Of receivers without corrections. */
const GPS = { across: 1.5, up: 2 }
/** Receivers say less than is true: the antenna is not the camera, and shutters open a little later. */
const FIXED_MIN = { across: 0.02, up: 0.03 }
/** A float solution drifts by decimetres. */
const FLOAT_MIN = { across: 0.3, up: 0.3 }
/** What receivers and files of PPK say of a position: the ambiguities of the carrier are solved. */
export const FIXED = 50
const FLOAT = [32, 49] as const

export function positionErrorOf(stated: StatedError | null): { across: number; up: number } {
  if (stated?.flag == null) return GPS
  const least = stated.flag === FIXED ? FIXED_MIN : isFloat(stated.flag) ? FLOAT_MIN : undefined
  if (!least) return GPS
  return {
    across: stated.across ? Math.max(least.across, stated.across) : GPS.across,
    up: stated.up ? Math.max(least.up, stated.up) : GPS.up,
  }
}

const isFloat = (flag: number): boolean => flag >= FLOAT[0] && flag <= FLOAT[1]
