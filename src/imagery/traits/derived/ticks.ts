import type { Scale } from './colour-scale.ts'

const STEPS = [1, 2, 2.5, 5, 10]

/** Round numbers within a range. */
export function ticksOf([low, high]: Scale, most: number): number[] {
  const rough = (high - low) / Math.max(1, most)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * (STEPS.find((one) => one * power >= rough) ?? 10)
  const first = Math.ceil(low / step - 1e-9)
  const count = Math.floor(high / step + 1e-9) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}
