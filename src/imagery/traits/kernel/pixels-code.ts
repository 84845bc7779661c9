// Loops of WebAssembly over the pixels of a plot: where they go, which are plants, and what all bands say.
import { addTo, LANES, promoted, splatAt, sumOfLanes, valuesAt } from './lanes-code.ts'
import { type Code, code, loop, type WasmFunction, wasm } from './wasm.ts'

const { get, set, v128, f32x4, f64x2, i32x4, i32, f32, f64 } = wasm

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

/** What `markPlants` compares with and adds to: numbers of 8 bytes, in bytes from its address. */
export const MARK_RECORD = {
  threshold: 0,
  higher: 8,
  lower: 16,
  weight: 24,
  weightOfHigher: 32,
  weightOfLower: 40,
  bytes: 48,
} as const

/**
 * `(values, weights, plants, bytes, record)`: writes a byte of 1 where a value exceeds the threshold, else 0, and adds the weights of
 * all, and of those that exceed a higher and a lower one. Values are of 8 bytes; `bytes` are those of the weights, of 4.
 */
export const markPlants: WasmFunction = {
  name: 'markPlants',
  params: ['i32', 'i32', 'i32', 'i32', 'i32'],
  locals: ['i32', 'v128', 'v128', 'v128', 'v128', 'v128', 'v128'],
  code: (() => {
    const [values, weights, plants, bytes, record, index] = [0, 1, 2, 3, 4, 5]
    const [value, weight, all, higher, lower, isPlant] = [6, 7, 8, 9, 10, 11]
    const exceeds = (offset: number): Code => [...get(value), ...splatAt(record, offset), ...f64x2.gt]
    const weightWhere = (offset: number): Code => [...exceeds(offset), ...get(weight), ...v128.and]
    return [
      ...loop(index, {
        end: bytes,
        step: 8,
        body: [
          ...code(valuesAt(values, index), set(value)),
          ...code(promoted([...get(weights), ...get(index), ...i32.add]), set(weight)),
          ...code(exceeds(MARK_RECORD.threshold), set(isPlant)),
          ...LANES.flatMap((lane) => [
            ...code(get(plants), get(index), i32.const(2), i32.shrU, i32.add),
            ...code(get(isPlant), i32x4.lane(2 * lane), i32.const(1), i32.and, i32.store8(lane)),
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

/** Adds products of numbers of 4 bytes to sums of 8 bytes in two lanes. */
const addPairs = (sum: number, ...factors: readonly [Code, ...Code[]]): Code => {
  const product = (half: (factor: Code) => Code): Code =>
    factors.flatMap((factor, at) => [...half(factor), ...f64x2.promote, ...(at > 0 ? f64x2.mul : [])])
  return [
    ...code(
      get(sum),
      product((factor) => factor),
      f64x2.add,
    ),
    ...code(product(wasm.upperFirst), f64x2.add, set(sum)),
  ]
}

const FOUR_LANES = [0, 1, 2, 3]

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
    ...code(f32x4.const(3), f32x4.div, f32x4.sqrt, i32x4.truncateFour, i32.const(2), i32x4.shl),
    ...code(get(brightness), i32x4.splat, i32x4.add, set(level)),
    ...FOUR_LANES.flatMap((lane) => [
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
          ...numbers.flatMap((local, band) => addPairs(sumAt(BAND_RECORD.sums + band), get(local), get(weight))),
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
