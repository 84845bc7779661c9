// The statistics of plots of many pixels, computed by WebAssembly.
import type { Expression } from '../catalogue/expression.ts'
import type { PixelList } from '../measure/pixel-list.ts'
import type { Measures, PlotNumbers } from '../measure/plot-numbers.ts'
import { SLICES_MAX } from '../measure/slices.ts'
import { accumulate, BINS, PICK, pick, RECORD, turn } from './bins-code.ts'
import { describeTraits } from './describe-traits.ts'
import { canCompile, evaluateFunction, type PowerTable, powersIn } from './expression-code.ts'
import { instantiate, type WasmMemory } from './instantiate.ts'
import { createLayout, createMemory } from './memory.ts'
import {
  BAND_RECORD,
  describeBands,
  findPlaces,
  MARK_RECORD,
  markPlants,
  moveFloats,
  unpackBits,
} from './pixels-code.ts'
import { BLOCK, LEVELS, type PlotKernel, type Run, SAMPLE, STRIDE } from './plot-kernel.ts'
import { describePixels, groupPixels, markVegetation, takePixels } from './plot-pixels.ts'
import { moduleOf } from './wasm.ts'

export type Kernel = {
  /** Writes what it can of `values`. @returns the other numbers of the plot, and the traits that it can't describe */
  describe: (list: PixelList, values: Float64Array) => { numbers: Omit<PlotNumbers, 'values'>; rest: number[] }
}

/** The same memory serves plot after plot. Undefined where the mask can't be computed. */
export function createKernel(measures: Measures): Kernel | undefined {
  const { traits, mask, isMasked, reading } = measures
  const { bands, isEightBit, isColours } = reading
  const layout = createLayout()
  const expressions = [...traits.map(({ expression }) => expression), ...(mask ? [mask.expression] : [])]
  const tables: PowerTable[] = isEightBit
    ? expressions.flatMap(powersIn).map((power) => ({ ...power, address: layout.place(8 * LEVELS) }))
    : []
  if (mask && !isMasked && !canCompile(mask.expression, tables)) return undefined
  const able = [...traits.keys()].filter((at) => canCompile(traits[at]?.expression ?? 0, tables))
  const expressionAt = (at: number): Expression => traits[at]?.expression ?? 0
  const options = { bands, tables, stride: STRIDE }
  const exported = instantiate(
    moduleOf([
      findPlaces,
      unpackBits,
      moveFloats,
      turn,
      pick,
      markPlants,
      accumulate('accumulate', { isClipped: false }),
      accumulate('accumulateClipped', { isClipped: true }),
      describeBands(bands.length, isColours),
      evaluateFunction(able.map(expressionAt), { ...options, name: 'evaluate' }),
      evaluateFunction(able.filter((at) => traits[at]?.isCircular).map(expressionAt), {
        ...options,
        name: 'evaluateAngles',
      }),
      evaluateFunction([mask && !isMasked ? mask.expression : 0], { ...options, name: 'evaluateMask' }),
    ]),
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the module above has them
  const run = exported as Run & { memory: WasmMemory }
  const memory = createMemory(run.memory)
  const fixed = {
    records: layout.place(RECORD.bytes * able.length),
    mark: layout.place(MARK_RECORD.bytes),
    bandSums: layout.place(8 * (BAND_RECORD.sums + bands.length)),
    brightness: layout.place(4 * LEVELS),
    next: layout.place(4 * 2 * (SLICES_MAX + 1)),
    bins: layout.place(2 * 8 * BINS * able.length),
    marks: layout.place(BINS * able.length),
    picked: layout.place(PICK.bytes * BLOCK),
    values: layout.place(STRIDE * Math.max(1, able.length)),
    sample: layout.place(4 * SAMPLE * bands.length),
  }
  memory.reserve(layout.end())
  for (const { exponent, address } of tables)
    memory.doubles(address, LEVELS).set(Float64Array.from({ length: LEVELS }, (_, value) => value ** exponent))
  const plot: PlotKernel = { ...measures, able, picked: [], run, memory, fixed, start: layout.end() }
  return {
    describe(list, values) {
      const source = takePixels(plot, list)
      const coverAround = markVegetation(plot, source, list)
      const pixels = groupPixels(plot, source, list)
      const rest = describeTraits(plot, { source, pixels, values })
      return { numbers: { ...describePixels(plot, pixels), coverAround }, rest }
    },
  }
}
