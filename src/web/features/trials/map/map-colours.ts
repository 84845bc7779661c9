// The colours of a map as the address has them.
import type { RampId } from '#imagery/rasters/ramps.ts'
import type { Colours } from '#imagery/traits/derived/colour-scale.ts'

/** All keep their order for those who see fewer colours. Grey is for what has no value. */
export const MAP_RAMPS = ['canopy', 'heights', 'blueYellow'] as const satisfies readonly RampId[]
export const CLASS_COUNTS = [5, 6, 7] as const

export function coloursIn(view: URLSearchParams): Colours {
  return {
    ramp: MAP_RAMPS.find((ramp) => ramp === view.get('colours')) ?? 'canopy',
    classes: CLASS_COUNTS.find((count) => String(count) === view.get('classes')) ?? 0,
  }
}
