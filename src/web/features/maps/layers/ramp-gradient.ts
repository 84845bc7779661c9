import type { Ramp } from '#imagery/rasters/ramps.ts'

/** The background of a legend. */
export const rampGradient = (ramp: Ramp): string =>
  `linear-gradient(to right, ${ramp.map((colour) => `rgb(${colour.join(' ')})`).join(', ')})`
