// Loops of WebAssembly over the values of a plot: where they go, their moments, and the weight of each bin.
import { type Code, code, loop, type WasmFunction, wasm } from './wasm.ts'

const { get, set, v128, f32x4, f64x2, i32x4, i32, f32, f64 } = wasm

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

/**
 * `(slices, plants, next, places, count)`: the place of each pixel, in bytes of numbers of 4, one after another within its group. A
 * slice has two: soil, then vegetation.
 */
export const findPlaces: WasmFunction = {
  name: 'findPlaces',
  params: ['i32', 'i32', 'i32', 'i32', 'i32'],
  locals: ['i32', 'i32', 'i32'],
  code: (() => {
    const [slices, plants, next, places, count, index, group, place] = [0, 1, 2, 3, 4, 5, 6, 7]
    const byteAt = (base: number): Code => [...get(base), ...get(index), ...i32.add, ...i32.load8()]
    return loop(index, {
      end: count,
      step: 1,
      body: [
        ...code(byteAt(slices), i32.const(1), i32.shl, byteAt(plants), i32.add),
        ...code(i32.const(2), i32.shl, get(next), i32.add, set(group)),
        ...code(get(group), i32.load(), set(place)),
        ...code(get(places), get(index), i32.const(2), i32.shl, i32.add, get(place), i32.store()),
        ...code(get(group), get(place), i32.const(4), i32.add, i32.store()),
      ],
    })
  })(),
}

/** `(source, to, bytes, shift)`: 8 bits of each number, the lowest after a shift. */
export const unpackBits: WasmFunction = {
  name: 'unpackBits',
  params: ['i32', 'i32', 'i32', 'i32'],
  locals: ['i32'],
  code: loop(4, {
    end: 2,
    step: 16,
    body: [
      ...code(get(1), get(4), i32.add),
      ...code(get(0), get(4), i32.add, v128.load(), get(3), i32x4.shrU),
      ...code(i32.const(0xff), i32x4.splat, v128.and, f32x4.fromI32x4),
      ...v128.store(),
    ],
  }),
}

/** `(source, places, to, count)`: each number to its place. */
export const moveFloats: WasmFunction = {
  name: 'moveFloats',
  params: ['i32', 'i32', 'i32', 'i32'],
  locals: ['i32'],
  code: loop(4, {
    end: 3,
    step: 1,
    body: [
      ...code(get(2), get(1), get(4), i32.const(2), i32.shl, i32.add, i32.load(), i32.add),
      ...code(get(0), get(4), i32.const(2), i32.shl, i32.add, f32.load()),
      ...f32.store(),
    ],
  }),
}

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

const LANES = [0, 1, 2, 3]
const addTo = (local: number, value: Code): Code => [...get(local), ...value, ...f32x4.add, ...set(local)]
const sumOfLanes = (local: number): Code =>
  LANES.flatMap((lane) => [...get(local), ...f32x4.lane(lane), ...f64.fromF32, ...(lane > 0 ? f64.add : [])])
const splatAt = (base: number, offset: number): Code => [...get(base), ...f32.load(offset), ...f32x4.splat]

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

/** What `markPlants` compares with and adds to, in bytes from its address. */
export const MARK_RECORD = {
  threshold: 0,
  higher: 4,
  lower: 8,
  weight: 16,
  weightOfHigher: 24,
  weightOfLower: 32,
  bytes: 48,
} as const

/**
 * `(values, weights, plants, bytes, record)`: writes a byte of 1 where a value exceeds the threshold, else 0, and adds the weights of
 * all, and of those that exceed a higher and a lower one.
 */
export const markPlants: WasmFunction = {
  name: 'markPlants',
  params: ['i32', 'i32', 'i32', 'i32', 'i32'],
  locals: ['i32', 'v128', 'v128', 'v128', 'v128', 'v128', 'v128'],
  code: (() => {
    const [values, weights, plants, bytes, record, index] = [0, 1, 2, 3, 4, 5]
    const [value, weight, all, higher, lower, isPlant] = [6, 7, 8, 9, 10, 11]
    const here = (base: number): Code => [...get(base), ...get(index), ...i32.add, ...v128.load()]
    const exceeds = (offset: number): Code => [...get(value), ...splatAt(record, offset), ...f32x4.gt]
    const weightWhere = (offset: number): Code => [...exceeds(offset), ...get(weight), ...v128.and]
    return [
      ...loop(index, {
        end: bytes,
        step: 16,
        body: [
          ...code(here(values), set(value), here(weights), set(weight)),
          ...code(exceeds(MARK_RECORD.threshold), set(isPlant)),
          ...LANES.flatMap((lane) => [
            ...code(get(plants), get(index), i32.const(2), i32.shrU, i32.add),
            ...code(get(isPlant), i32x4.lane(lane), i32.const(1), i32.and, i32.store8(lane)),
          ]),
          ...addTo(all, get(weight)),
          ...addTo(higher, weightWhere(MARK_RECORD.higher)),
          ...addTo(lower, weightWhere(MARK_RECORD.lower)),
        ],
      }),
      ...[all, higher, lower].flatMap((local, at) => {
        const offset = MARK_RECORD.weight + 8 * at
        return [
          ...code(get(record), get(record), f64.load(offset)),
          ...code(sumOfLanes(local), f64.add, f64.store(offset)),
        ]
      }),
    ]
  })(),
}

/** What `describeBands` writes: numbers of 8 bytes. */
export const BAND_RECORD = { weight: 0, saturated: 1, sums: 2 } as const
const SATURATED_MIN = 250

/** Adds numbers of 4 bytes to sums of 8 bytes in two lanes. */
const addPairs = (sum: number, value: Code): Code => [
  ...code(get(sum), value, f64x2.promote, f64x2.add),
  ...code(wasm.upperFirst(value), f64x2.promote, f64x2.add, set(sum)),
]

/**
 * `(...bands, weights, bytes, record, brightness)`: writes the weights of all pixels and of saturated ones, and the sums of the bands; of red, green and blue of 8 bits, adds the weight of each of 256 levels of brightness.
 */
export function describeBands(bands: number, isColours: boolean): WasmFunction {
  const [weights, bytes, record, brightness, index, address] = [0, 1, 2, 3, 4, 5].map((at) => bands + at) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const first = address + 1
  const [weight, value, level] = [first, first + 1, first + 2]
  const numbers = Array.from({ length: bands }, (_, band) => first + 3 + band)
  const sums = Array.from({ length: bands + BAND_RECORD.sums }, (_, place) => first + 3 + bands + place)
  const sumAt = (place: number): number => sums[place] ?? 0
  const here = (base: number): Code => [...get(base), ...get(index), ...i32.add, ...v128.load()]
  const ofColours: Code = [
    ...numbers.flatMap((local, band) => [...get(local), ...(band > 0 ? f32x4.pmax : [])]),
    ...code(f32x4.const(SATURATED_MIN), f32x4.ge, get(weight), v128.and, set(value)),
    ...addPairs(sumAt(BAND_RECORD.saturated), get(value)),
    ...numbers.flatMap((local, band) => [...get(local), ...get(local), ...f32x4.mul, ...(band > 0 ? f32x4.add : [])]),
    ...code(f32x4.const(3), f32x4.div, f32x4.sqrt, i32x4.truncate, i32.const(2), i32x4.shl),
    ...code(get(brightness), i32x4.splat, i32x4.add, set(level)),
    ...LANES.flatMap((lane) => [
      ...code(get(level), i32x4.lane(lane), set(address), get(address), get(address), f32.load()),
      ...code(get(weight), f32x4.lane(lane), f32.add, f32.store()),
    ]),
  ]
  return {
    name: 'describeBands',
    params: Array.from({ length: bands + 4 }, () => 'i32' as const),
    locals: ['i32', 'i32', ...Array.from({ length: 3 + 2 * bands + BAND_RECORD.sums }, () => 'v128' as const)],
    code: [
      ...loop(index, {
        end: bytes,
        step: 16,
        body: [
          ...code(here(weights), set(weight)),
          ...numbers.flatMap((local, band) => [...here(band), ...set(local)]),
          ...addPairs(sumAt(BAND_RECORD.weight), get(weight)),
          ...numbers.flatMap((local, band) => [
            ...code(get(local), get(weight), f32x4.mul, set(value)),
            ...addPairs(sumAt(BAND_RECORD.sums + band), get(value)),
          ]),
          ...(isColours ? ofColours : []),
        ],
      }),
      ...sums.flatMap((local, place) => [
        ...code(get(record), get(local), f64x2.lane(0), get(local), f64x2.lane(1), f64.add),
        ...f64.store(8 * place),
      ]),
    ],
  }
}
