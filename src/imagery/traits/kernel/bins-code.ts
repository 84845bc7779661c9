// Loops of WebAssembly over the values of a trait: their moments, and the weight of each bin.
import { addTo, LANES, splatAt, sumOfLanes } from './lanes-code.ts'
import { type Code, code, loop, type WasmFunction, wasm } from './wasm.ts'

const { get, set, v128, f32x4, i32x4, i32, f32, f64 } = wasm

/** Over nearly twice the range that nearly all values have: a quantile is off by less than a bin, 0.0003 of that range. */
export const BINS = 8192

/** What `accumulate` is given and writes, in bytes from its address. */
export const RECORD = {
  low: 0,
  /** Bins for one of the values. */
  factor: 4,
  /** Sums are of differences to it. */
  origin: 8,
  clipLow: 12,
  clipHigh: 16,
  /** Numbers of 4 bytes: the least and the greatest of the values so far. */
  extremes: 20,
  /** Numbers of 8 bytes: weight, sum and squares so far. */
  moments: 32,
  bytes: 64,
} as const

/** `(values, bytes, direction)`: turns angles until they lie within half a circle of a direction. */
export const turn: WasmFunction = {
  name: 'turn',
  params: ['i32', 'i32', 'f32'],
  locals: ['i32', 'i32', 'v128'],
  code: loop(3, {
    end: 1,
    step: 16,
    body: [
      ...code(get(0), get(3), i32.add, set(4)),
      ...code(get(4), v128.load(), set(5)),
      ...code(get(4), get(5)),
      ...code(get(5), get(2), f32x4.splat, f32x4.sub, f32x4.const(1 / 360), f32x4.mul, f32x4.nearest),
      ...code(f32x4.const(360), f32x4.mul, f32x4.sub),
      ...v128.store(),
    ],
  }),
}

/**
 * `(values, weights, bytes, record, bins)`: adds the moments and bins of values. `bytes` is a multiple of 16 above 0. NaN and
 * infinite values are left out.
 */
export function accumulate(name: string, { isClipped }: { isClipped: boolean }): WasmFunction {
  const [values, weights, bytes, record, bins, index, address] = [0, 1, 2, 3, 4, 5, 6]
  const [value, weight, isNone, change, part, bin] = [7, 8, 9, 10, 11, 12]
  const [low, factor, origin, clipLow, clipHigh] = [13, 14, 15, 16, 17]
  const [first, second, third, least, greatest] = [18, 19, 20, 21, 22]
  const sums = [first, second, third]
  const here = (base: number): Code => [...get(base), ...get(index), ...i32.add, ...v128.load()]
  const clipped: Code = isClipped ? [...get(clipLow), ...f32x4.pmax, ...get(clipHigh), ...f32x4.pmin] : []
  const ends = [
    [least, f32x4.pmin, RECORD.extremes],
    [greatest, f32x4.pmax, RECORD.extremes + 4],
  ] as const
  return {
    name,
    params: ['i32', 'i32', 'i32', 'i32', 'i32'],
    locals: ['i32', 'i32', ...Array.from({ length: 16 }, () => 'v128' as const)],
    code: [
      ...code(splatAt(record, RECORD.low), set(low), splatAt(record, RECORD.factor), set(factor)),
      ...code(splatAt(record, RECORD.origin), set(origin)),
      ...code(splatAt(record, RECORD.clipLow), set(clipLow), splatAt(record, RECORD.clipHigh), set(clipHigh)),
      ...ends.flatMap(([local, , offset]) => [...splatAt(record, offset), ...set(local)]),
      ...loop(index, {
        end: bytes,
        step: 16,
        body: [
          ...code(here(values), set(value)),
          ...code(get(value), get(value), f32x4.sub, f32x4.const(0), f32x4.ne, set(isNone)),
          ...code(here(weights), get(isNone), v128.andNot, set(weight)),
          ...code(get(value), clipped, get(origin), f32x4.sub, get(isNone), v128.andNot, set(change)),
          ...code(get(weight), get(change), f32x4.mul, set(part)),
          ...addTo(first, get(weight)),
          ...addTo(second, get(part)),
          ...addTo(third, [...get(part), ...get(change), ...f32x4.mul]),
          // All bits set are NaN.
          ...code(get(value), get(isNone), v128.or, set(change)),
          ...ends.flatMap(([local, end]) => [...get(local), ...get(change), ...end, ...set(local)]),
          // 1 for the least value of the range, 0 below it.
          ...code(f32x4.const(BINS - 1), f32x4.const(0)),
          ...code(get(value), get(low), f32x4.sub, get(factor), f32x4.mul, f32x4.const(1), f32x4.add),
          ...code(f32x4.pmax, f32x4.pmin),
          ...code(i32x4.truncate, i32.const(2), i32x4.shl, get(bins), i32x4.splat, i32x4.add, set(bin)),
          ...LANES.flatMap((lane) => [
            ...code(get(bin), i32x4.lane(lane), set(address)),
            ...code(get(address), get(address), f32.load()),
            ...code(get(weight), f32x4.lane(lane), f32.add, f32.store()),
          ]),
        ],
      }),
      ...sums.flatMap((local, place) => {
        const offset = RECORD.moments + 8 * place
        return [
          ...code(get(record), get(record), f64.load(offset)),
          ...code(sumOfLanes(local), f64.add, f64.store(offset)),
        ]
      }),
      ...ends.flatMap(([local, end, offset]) => [
        ...get(record),
        ...code(
          get(local),
          LANES.flatMap((lane) => [...get(local), ...f32x4.lane(lane), ...f32x4.splat, ...end]),
        ),
        ...code(f32x4.lane(0), f32.store(offset)),
      ]),
    ],
  }
}

/** `(source, to, bytes)`: adds numbers to others. */
export const addFloats: WasmFunction = {
  name: 'addFloats',
  params: ['i32', 'i32', 'i32'],
  locals: ['i32'],
  code: loop(3, {
    end: 2,
    step: 16,
    body: [
      ...code(get(1), get(3), i32.add),
      ...code(get(1), get(3), i32.add, v128.load(), get(0), get(3), i32.add, v128.load(), f32x4.add),
      ...v128.store(),
    ],
  }),
}

/** Bins of one group of `foldBins`. */
export const FOLDED = 64

/** `(bins, folded, bytes)`: the sum of each FOLDED bins. `bytes` are those of `folded`, 4 for each group. */
export const foldBins: WasmFunction = {
  name: 'foldBins',
  params: ['i32', 'i32', 'i32'],
  locals: ['i32', 'i32', 'v128'],
  code: loop(3, {
    end: 2,
    step: 4,
    body: [
      ...code(get(0), get(3), i32.const(Math.log2(FOLDED)), i32.shl, i32.add, set(4)),
      ...code(get(4), v128.load()),
      ...Array.from({ length: FOLDED / 4 - 1 }, (_, four) => [
        ...get(4),
        ...v128.load(16 * (four + 1)),
        ...f32x4.add,
      ]).flat(),
      ...set(5),
      ...code(get(1), get(3), i32.add),
      ...LANES.flatMap((lane) => [...get(5), ...f32x4.lane(lane), ...(lane > 0 ? f32.add : [])]),
      ...f32.store(),
    ],
  }),
}
