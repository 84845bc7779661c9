// Ramps of colours for numbers, from low to high. All keep their order for those who see fewer colours, and in grey.
export type Rgb = readonly [red: number, green: number, blue: number]
export type Ramp = readonly Rgb[]

/** Colours as they are written in styles, with two digits each of red, green and blue. */
const rampOf = (colours: string): Ramp =>
  colours.split(' ').map((colour): Rgb => {
    const byte = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
    return [byte(0), byte(2), byte(4)]
  })

export const RAMPS = {
  /** From soil to canopy, the colours of the product. */
  canopy: rampOf('f3e9d2 e3d3a4 c9c873 98b95a 5fa657 2b8c5a 0d6e5f 0b4f5c 152f4a'),
  /** Viridis (Smith and van der Walt, 2015). */
  heights: rampOf('440154 3b528b 21918c 5ec962 fde725'),
  /** Cividis (Nunez, Anderton and Renslow, 2018): the same to those who see red and green alike. */
  blueYellow: rampOf('00224e 123570 3b496c 575d6d 707173 8a8678 a59c74 c3b369 e1cc55 fee838'),
  /** BrBG (Brewer, 2003): for differences, with no change in the middle. */
  change: rampOf('543005 8c510a bf812d dfc27d f6e8c3 f5f5f5 c7eae5 80cdc1 35978f 01665e 003c30'),
  /** For names and not for numbers: each has a colour of its own (Okabe and Ito, 2008, with a purple in place of black). */
  names: rampOf('0072b2 e69f00 009e73 cc79a7 56b4e9 d55e00 f0e442 56288c'),
  grey: rampOf('000000 ffffff'),
}

export type RampId = keyof typeof RAMPS

/** The colour at a share of the way, from 0 to 1. */
export function rampColour(ramp: Ramp, share: number): Rgb {
  const place = Math.min(1, Math.max(0, share)) * (ramp.length - 1)
  const low = Math.min(ramp.length - 2, Math.floor(place))
  const [from = [0, 0, 0], to = [0, 0, 0]] = [ramp[low], ramp[low + 1]]
  const mix = (at: 0 | 1 | 2) => from[at] + (to[at] - from[at]) * (place - low)
  return [mix(0), mix(1), mix(2)]
}
