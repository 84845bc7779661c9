// Expressions as loops over blocks of numbers. What several of them have in common is computed once.
import type { BandRole } from '#domain/maps.ts'
import { type Expression, type FunctionName, NEARLY_ZERO, type Operation, variablesOf } from './expression.ts'

/** 'table' reads its first register as places in its second. */
type Code = Operation | FunctionName | 'hue' | 'table'
/** Reads and writes registers, which are blocks of numbers. */
type Step = { code: Code; to: number; from: readonly [number, number, number] }

export type Program<Variable extends string = BandRole> = {
  /** Bands, or columns of a table, in the order in which their numbers are given. */
  bands: readonly Variable[]
  /** Of as many numbers in each band as each of `out` has; `out` has an array for each expression. Impossible values are NaN. */
  run: (bands: readonly Float64Array[], out: readonly Float64Array[]) => void
}

/** So many numbers of all registers fit in the cache of a processor. */
const BLOCK = 512

/** `isEightBit` says that bands are whole numbers from 0 to 255, of which powers are looked up. */
export function compile<Variable extends string = BandRole>(
  expressions: readonly Expression<Variable>[],
  { isEightBit = false } = {},
): Program<Variable> {
  const bands = [...new Set(expressions.flatMap((one) => variablesOf(one)))]
  const { steps, results, constants, registers } = plan(expressions, bands)
  const memory = Array.from({ length: registers }, () => new Float64Array(BLOCK))
  for (const [register, value] of constants) memory[register]?.fill(value)
  for (const step of isEightBit ? steps : []) {
    const [base, by] = step.from
    const exponent = constants.get(by)
    if (step.code !== '^' || base >= bands.length || exponent === undefined) continue
    step.code = 'table'
    step.from = [base, memory.push(Float64Array.from({ length: 256 }, (_, value) => value ** exponent)) - 1, 0]
  }
  return {
    bands,
    run(numbers, out) {
      const length = out[0]?.length ?? 0
      for (let start = 0; start < length; start += BLOCK) {
        const count = Math.min(BLOCK, length - start)
        for (let band = 0; band < bands.length; band += 1)
          memory[band]?.set(numbers[band]?.subarray(start, start + count) ?? [])
        for (const step of steps) execute(step, memory, count)
        for (const [at, register] of results.entries()) {
          const to = out[at]?.subarray(start, start + count)
          if (to) keepFinite(memory[register] ?? NONE, to)
        }
      }
    },
  }
}

type Plan = {
  steps: Step[]
  /** The register of each expression. */
  results: number[]
  constants: Map<number, number>
  registers: number
}

/** Bands come first in the registers. */
function plan(expressions: readonly Expression<string>[], bands: readonly string[]): Plan {
  const known = new Map<string, number>(bands.map((band, register) => [band, register]))
  const constants = new Map<number, number>()
  const steps: Step[] = []
  const place = (expression: Expression<string>): number => {
    if (typeof expression !== 'object') {
      const at = known.get(String(expression)) ?? known.size
      known.set(String(expression), at)
      if (typeof expression === 'number') constants.set(at, expression)
      return at
    }
    const [code, ...operands] = expression
    const [a = 0, b = 0, c = 0] = (operands as readonly Expression<string>[]).map(place)
    const key = `${code} ${a} ${b} ${c}`
    const at = known.get(key)
    if (at !== undefined) return at
    const to = known.size
    known.set(key, to)
    steps.push({ code, to, from: [a, b, c] })
    return to
  }
  const results = expressions.map(place)
  return { steps, results, constants, registers: known.size }
}

const NONE = new Float64Array(BLOCK)

function execute({ code, to, from: [a, b, c] }: Step, memory: readonly Float64Array[], count: number): void {
  const block = { out: memory[to] ?? NONE, a: memory[a] ?? NONE, b: memory[b] ?? NONE, c: memory[c] ?? NONE, count }
  LOOPS[code](block)
}

type Block = { out: Float64Array; a: Float64Array; b: Float64Array; c: Float64Array; count: number }

/** A loop each, so that the compiler of the machine sees what it does. */
const LOOPS: Record<Code, (block: Block) => void> = {
  '+': ({ out, a, b, count }) => {
    for (let at = 0; at < count; at += 1) out[at] = (a[at] ?? 0) + (b[at] ?? 0)
  },
  '-': ({ out, a, b, count }) => {
    for (let at = 0; at < count; at += 1) out[at] = (a[at] ?? 0) - (b[at] ?? 0)
  },
  '*': ({ out, a, b, count }) => {
    for (let at = 0; at < count; at += 1) out[at] = (a[at] ?? 0) * (b[at] ?? 0)
  },
  '/': ({ out, a, b, count }) => {
    for (let at = 0; at < count; at += 1) {
      const divisor = b[at] ?? 0
      out[at] = divisor < NEARLY_ZERO && divisor > -NEARLY_ZERO ? Number.NaN : (a[at] ?? 0) / divisor
    }
  },
  '^': ({ out, a, b, count }) => {
    for (let at = 0; at < count; at += 1) out[at] = (a[at] ?? 0) ** (b[at] ?? 0)
  },
  table: ({ out, a, b, count }) => {
    for (let at = 0; at < count; at += 1) out[at] = b[(a[at] ?? 0) | 0] ?? 0
  },
  min: ({ out, a, b, count }) => {
    for (let at = 0; at < count; at += 1) out[at] = Math.min(a[at] ?? 0, b[at] ?? 0)
  },
  max: ({ out, a, b, count }) => {
    for (let at = 0; at < count; at += 1) out[at] = Math.max(a[at] ?? 0, b[at] ?? 0)
  },
  sqrt: ({ out, a, count }) => {
    for (let at = 0; at < count; at += 1) out[at] = Math.sqrt(a[at] ?? 0)
  },
  abs: ({ out, a, count }) => {
    for (let at = 0; at < count; at += 1) out[at] = Math.abs(a[at] ?? 0)
  },
  atan: ({ out, a, count }) => {
    for (let at = 0; at < count; at += 1) out[at] = Math.atan(a[at] ?? 0)
  },
  hue: ({ out, a, b, c, count }) => {
    for (let at = 0; at < count; at += 1) out[at] = hueOf(a[at] ?? 0, b[at] ?? 0, c[at] ?? 0)
  },
}

/** Of HSV, in degrees; NaN for a grey. */
function hueOf(red: number, green: number, blue: number): number {
  const highest = Math.max(red, green, blue)
  const range = highest - Math.min(red, green, blue)
  if (range < NEARLY_ZERO) return Number.NaN
  if (highest === red) {
    const angle = 60 * ((green - blue) / range)
    return angle < 0 ? angle + 360 : angle
  }
  return highest === green ? 60 * ((blue - red) / range + 2) : 60 * ((red - green) / range + 4)
}

function keepFinite(from: Float64Array, to: Float64Array): void {
  for (let at = 0; at < to.length; at += 1) {
    const value = from[at] ?? 0
    to[at] = value - value === 0 ? value : Number.NaN
  }
}
