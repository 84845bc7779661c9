// Ramps of colours for numbers, from low to high. All keep their order for those who see fewer colours, and in grey.
export type Rgb = readonly [red: number, green: number, blue: number]
export type Ramp = readonly Rgb[]

export const RAMPS = {
  /** From soil to canopy, the colours of the product. */
  canopy: [
    [243, 233, 210],
    [227, 211, 164],
    [201, 200, 115],
    [152, 185, 90],
    [95, 166, 87],
    [43, 140, 90],
    [13, 110, 95],
    [11, 79, 92],
    [21, 47, 74],
  ],
  /** Viridis (Smith and van der Walt, 2015). */
  heights: [
    [68, 1, 84],
    [59, 82, 139],
    [33, 145, 140],
    [94, 201, 98],
    [253, 231, 37],
  ],
  /** Cividis (Nunez, Anderton and Renslow, 2018): the same to those who see red and green alike. */
  blueYellow: [
    [0, 34, 78],
    [18, 53, 112],
    [59, 73, 108],
    [87, 93, 109],
    [112, 113, 115],
    [138, 134, 120],
    [165, 156, 116],
    [195, 179, 105],
    [225, 204, 85],
    [254, 232, 56],
  ],
  /** BrBG (Brewer, 2003): for differences, with no change in the middle. */
  change: [
    [84, 48, 5],
    [140, 81, 10],
    [191, 129, 45],
    [223, 194, 125],
    [246, 232, 195],
    [245, 245, 245],
    [199, 234, 229],
    [128, 205, 193],
    [53, 151, 143],
    [1, 102, 94],
    [0, 60, 48],
  ],
  /** For names and not for numbers: each has a colour of its own (Okabe and Ito, 2008, with a purple in place of black). */
  names: [
    [0, 114, 178],
    [230, 159, 0],
    [0, 158, 115],
    [204, 121, 167],
    [86, 180, 233],
    [213, 94, 0],
    [240, 228, 66],
    [86, 40, 140],
  ],
  grey: [
    [0, 0, 0],
    [255, 255, 255],
  ],
} as const satisfies Record<string, Ramp>

export type RampId = keyof typeof RAMPS

/** The colour at a share of the way, from 0 to 1. */
export function rampColour(ramp: Ramp, share: number): Rgb {
  const place = Math.min(1, Math.max(0, share)) * (ramp.length - 1)
  const low = Math.min(ramp.length - 2, Math.floor(place))
  const [from = [0, 0, 0], to = [0, 0, 0]] = [ramp[low], ramp[low + 1]]
  const mix = (at: 0 | 1 | 2) => from[at] + (to[at] - from[at]) * (place - low)
  return [mix(0), mix(1), mix(2)]
}
