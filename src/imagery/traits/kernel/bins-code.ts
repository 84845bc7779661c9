// Loops of WebAssembly over the values of a trait: their moments, the weight of each bin, and the values of some bins.
import { addTo, LANES, promoted, splatAt, sumOfLanes, valuesAt } from './lanes-code.ts'
import { type Code, code, loop, type WasmFunction, wasm, when } from './wasm.ts'

const { get, set, v128, f64x2, i32x4, i32, f32, f64 } = wasm

/** The weights of all of them fit in the fastest memory of a processor. */
export const BINS = 4096

/** What `accumulate` and `pick` are given and write, in bytes from its address: numbers of 8 bytes. */
export const RECORD = {
  low: 0,
  /** Bins for one of the values. */
  factor: 8,
  /** Sums are of differences to it. */
  origin: 16,
  clipLow: 24,
  clipHigh: 32,
  /** The least and the greatest of the values so far. */
  extremes: 40,
  /** Weight, sum and squares so far. */
  moments: 56,
  /** A number of 4 bytes: where what was picked ends. */
  picked: 80,
  bytes: 96,
} as const

/** A picked value, its weight and its bin, in bytes from its address. */
export const PICK = { value: 0, weight: 8, bin: 16, bytes: 24 } as const

/** `(values, bytes, direction)`: turns angles until they lie within half a circle of a direction, as `turnTowards` does. */
export const turn: WasmFunction = {
  name: 'turn',
  params: ['i32', 'i32', 'f64'],
  locals: ['i32', 'i32', 'v128'],
  code: loop(3, {
    end: 1,
    step: 16,
    body: [
      ...code(get(0), get(3), i32.add, set(4)),
      ...code(get(4), v128.load(), set(5)),
      ...code(get(4), get(5)),
      ...code(get(5), get(2), f64x2.splat, f64x2.sub, f64x2.const(360), f64x2.div),
      ...code(f64x2.const(0.5), f64x2.add, f64x2.floor, f64x2.const(360), f64x2.mul, f64x2.sub),
      ...v128.store(),
    ],
  }),
}

/** The bins of two values: 0 below the range and for NaN, 1 for the least of the range. */
const binsOf = (value: Code, low: Code, factor: Code): Code => [
  ...code(f64x2.const(BINS - 1), f64x2.const(0)),
  ...code(value, low, f64x2.sub, factor, f64x2.mul, f64x2.const(1), f64x2.add),
  ...code(f64x2.pmax, f64x2.pmin, i32x4.truncate),
]

/**
 * `(values, weights, bytes, record, bins)`: adds the moments and bins of values. `bytes` are those of the weights, a multiple of
 * 16 above 0. NaN and infinite values are left out.
 */
export function accumulate(name: string, { isClipped }: { isClipped: boolean }): WasmFunction {
  const [values, weights, bytes, record, bins, index, address] = [0, 1, 2, 3, 4, 5, 6]
  const [value, weight, isNone, change, part, bin] = [7, 8, 9, 10, 11, 12]
  const [low, factor, origin, clipLow, clipHigh] = [13, 14, 15, 16, 17]
  const [first, second, third, least, greatest] = [18, 19, 20, 21, 22]
  const sums = [first, second, third]
  const clipped: Code = isClipped ? [...get(clipLow), ...f64x2.pmax, ...get(clipHigh), ...f64x2.pmin] : []
  const ends = [
    [least, f64x2.pmin, RECORD.extremes],
    [greatest, f64x2.pmax, RECORD.extremes + 8],
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
        step: 8,
        body: [
          ...code(valuesAt(values, index), set(value)),
          ...code(get(value), get(value), f64x2.sub, f64x2.const(0), f64x2.ne, set(isNone)),
          ...code(promoted([...get(weights), ...get(index), ...i32.add]), get(isNone), v128.andNot, set(weight)),
          ...code(get(value), clipped, get(origin), f64x2.sub, get(isNone), v128.andNot, set(change)),
          ...code(get(weight), get(change), f64x2.mul, set(part)),
          ...addTo(first, get(weight)),
          ...addTo(second, get(part)),
          ...addTo(third, [...get(part), ...get(change), ...f64x2.mul]),
          // All bits set are NaN.
          ...code(get(value), get(isNone), v128.or, set(change)),
          ...ends.flatMap(([local, end]) => [...get(local), ...get(change), ...end, ...set(local)]),
          ...code(binsOf(get(value), get(low), get(factor)), i32.const(3), i32x4.shl),
          ...code(get(bins), i32x4.splat, i32x4.add, set(bin)),
          ...LANES.flatMap((lane) => [
            ...code(get(bin), i32x4.lane(lane), set(address)),
            ...code(get(address), get(address), f64.load()),
            ...code(get(weight), f64x2.lane(lane), f64.add, f64.store()),
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
          LANES.flatMap((lane) => [...get(local), ...f64x2.lane(lane), ...f64x2.splat, ...end]),
        ),
        ...code(f64x2.lane(0), f64.store(offset)),
      ]),
    ],
  }
}

/**
 * `(values, weights, bytes, record, isMarked, out)`: copies the values of marked bins, of which `isMarked` has a byte of 1, with
 * their weights and bins. `bytes` are those of the weights, a multiple of 16 above 0. Few are marked: four are asked at once.
 */
export const pick: WasmFunction = {
  name: 'pick',
  params: ['i32', 'i32', 'i32', 'i32', 'i32', 'i32'],
  locals: [...Array.from({ length: 6 }, () => 'i32' as const), ...Array.from({ length: 5 }, () => 'v128' as const)],
  code: (() => {
    const [values, weights, bytes, record, isMarked, out, index, place] = [0, 1, 2, 3, 4, 5, 6, 7]
    const [bins, low, factor] = [12, 13, 14]
    const pairs = [
      { offset: 0, value: 15, places: [8, 9] },
      { offset: 2, value: 16, places: [10, 11] },
    ]
    const marked = (bin: number): Code => [...get(isMarked), ...get(bin), ...i32.add, ...i32.load8()]
    return [
      ...code(splatAt(record, RECORD.low), set(low), splatAt(record, RECORD.factor), set(factor)),
      ...code(get(out), set(place)),
      ...loop(index, {
        end: bytes,
        step: 16,
        body: [
          ...pairs.flatMap(({ offset, value, places }) => [
            ...code(valuesAt(values, index, 8 * offset), set(value)),
            ...code(binsOf(get(value), get(low), get(factor)), set(bins)),
            ...places.flatMap((bin, lane) => code(get(bins), i32x4.lane(lane), set(bin))),
          ]),
          ...when(
            pairs.flatMap(({ places }) => places).flatMap((bin, at) => [...marked(bin), ...(at > 0 ? i32.or : [])]),
            pairs.flatMap(({ offset, value, places }) =>
              places.flatMap((bin, lane) =>
                when(marked(bin), [
                  ...code(get(place), get(value), f64x2.lane(lane), f64.store(PICK.value)),
                  ...code(get(place), get(weights), get(index), i32.add, f32.load(4 * (offset + lane)), f64.promote),
                  ...code(f64.store(PICK.weight), get(place), get(bin), i32.store(PICK.bin)),
                  ...code(get(place), i32.const(PICK.bytes), i32.add, set(place)),
                ]),
              ),
            ),
          ),
        ],
      }),
      ...code(get(record), get(place), i32.store(RECORD.picked)),
    ]
  })(),
}
