// WebAssembly as bytes: as much of the binary format as loops over numbers need. https://webassembly.github.io/spec/core/binary/
export type Code = readonly number[]
type ValueType = 'i32' | 'f32' | 'f64' | 'v128'

const TYPES: Record<ValueType, number> = { i32: 0x7f, f32: 0x7d, f64: 0x7c, v128: 0x7b }
const [SIMD, NO_RESULT, END] = [0xfd, 0x40, 0x0b]

/** A whole number in groups of seven bits. */
export function unsigned(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
  return [...bytes, rest]
}

export function signed(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest < -0x40 || rest >= 0x40; rest >>= 7) bytes.push((rest & 0x7f) | 0x80)
  return [...bytes, rest & 0x7f]
}

const bytesOf = (floats: Float32Array | Float64Array): number[] => [...new Uint8Array(floats.buffer)]
const simd = (opcode: number): Code => [SIMD, ...unsigned(opcode)]
const place = (align: number, offset: number): number[] => [...unsigned(align), ...unsigned(offset)]

/** Instructions, by their names in the specification. Offsets are in bytes. */
export const wasm = {
  get: (local: number): Code => [0x20, ...unsigned(local)],
  set: (local: number): Code => [0x21, ...unsigned(local)],
  i32: {
    const: (value: number): Code => [0x41, ...signed(value)],
    add: [0x6a],
    shl: [0x74],
    shrU: [0x76],
    and: [0x71],
    or: [0x72],
    ltU: [0x49],
    load: (offset = 0): Code => [0x28, ...place(2, offset)],
    load8: (offset = 0): Code => [0x2d, ...place(0, offset)],
    store: (offset = 0): Code => [0x36, ...place(2, offset)],
    store8: (offset = 0): Code => [0x3a, ...place(0, offset)],
  },
  f32: {
    load: (offset = 0): Code => [0x2a, ...place(2, offset)],
    store: (offset = 0): Code => [0x38, ...place(2, offset)],
    add: [0x92],
  },
  f64: {
    load: (offset = 0): Code => [0x2b, ...place(3, offset)],
    store: (offset = 0): Code => [0x39, ...place(3, offset)],
    add: [0xa0],
    promote: [0xbb],
  },
  v128: {
    load: (offset = 0): Code => [...simd(0x00), ...place(2, offset)],
    /** 8 bytes, and zeros in the upper half. */
    loadHalf: (offset = 0): Code => [...simd(0x5d), ...place(2, offset)],
    store: (offset = 0): Code => [...simd(0x0b), ...place(2, offset)],
    and: simd(0x4e),
    or: simd(0x50),
    /** Bits of the first that the second has not. */
    andNot: simd(0x4f),
    /** Of the first where bits of the third are set, else of the second. */
    bitselect: simd(0x52),
  },
  i32x4: {
    splat: simd(0x11),
    lane: (lane: number): Code => [...simd(0x1b), lane],
    shl: simd(0xab),
    shrU: simd(0xad),
    add: simd(0xae),
    /** Towards zero, of numbers that fit: what others give depends on the processor. */
    truncateFour: simd(0x101),
    /** The same of f64x2; the upper two lanes are 0. */
    truncate: simd(0x103),
  },
  f32x4: {
    const: (value: number): Code => [...simd(0x0c), ...bytesOf(new Float32Array(4).fill(value))],
    fromI32x4: simd(0xfa),
    lane: (lane: number): Code => [...simd(0x1f), lane],
    ge: simd(0x46),
    sqrt: simd(0xe3),
    add: simd(0xe4),
    mul: simd(0xe6),
    div: simd(0xe7),
    pmax: simd(0xeb),
  },
  f64x2: {
    const: (value: number): Code => [...simd(0x0c), ...bytesOf(new Float64Array(2).fill(value))],
    splat: simd(0x14),
    lane: (lane: number): Code => [...simd(0x21), lane],
    replace: (lane: number): Code => [...simd(0x22), lane],
    eq: simd(0x47),
    ne: simd(0x48),
    lt: simd(0x49),
    gt: simd(0x4a),
    floor: simd(0x75),
    abs: simd(0xec),
    neg: simd(0xed),
    sqrt: simd(0xef),
    add: simd(0xf0),
    sub: simd(0xf1),
    mul: simd(0xf2),
    div: simd(0xf3),
    min: simd(0xf4),
    max: simd(0xf5),
    /** The second where it is less, or greater, than the first; NaN is neither. */
    pmin: simd(0xf6),
    pmax: simd(0xf7),
    /** The first two lanes of f32x4. */
    promote: simd(0x5f),
  },
  /** The upper two lanes of the value on the stack come first: what follows them does not count. */
  upperFirst: (value: Code): Code => [
    ...value,
    ...value,
    ...simd(0x0d),
    ...Array.from({ length: 16 }, (_, byte) => (byte + 8) % 16),
  ],
}

/** Instructions one after another. */
export const code = (...parts: readonly Code[]): Code => parts.flat()

/** Runs `body` for each step of a local that counts up to another one; at least once. */
export const loop = (counter: number, { end, step, body }: { end: number; step: number; body: Code }): Code => [
  0x03,
  NO_RESULT,
  ...body,
  ...wasm.get(counter),
  ...wasm.i32.const(step),
  ...wasm.i32.add,
  ...wasm.set(counter),
  ...wasm.get(counter),
  ...wasm.get(end),
  ...wasm.i32.ltU,
  0x0d,
  0,
  END,
]

/** Runs `body` where a number of 4 bytes is not 0. */
export const when = (condition: Code, body: Code): Code => [...condition, 0x04, NO_RESULT, ...body, END]

export type WasmFunction = {
  name: string
  params: readonly ValueType[]
  /** Their numbers follow those of the parameters. */
  locals: readonly ValueType[]
  code: Code
}

const vector = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()]
const section = (id: number, content: Code): Code => [id, ...unsigned(content.length), ...content]
const text = (name: string): Code => [...unsigned(name.length), ...new TextEncoder().encode(name)]

/** The magic number and the version. */
const HEAD = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]

/** A module that exports its functions, none of which returns anything, and its memory as `memory`. */
export function moduleOf(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ params }) => [0x60, ...vector(params.map((type) => [TYPES[type]])), 0])
  const bodies = functions.map(({ locals, code: instructions }) => {
    const body = [...vector(locals.map((type) => [1, TYPES[type]])), ...instructions, END]
    return [...unsigned(body.length), ...body]
  })
  const exported = functions.map(({ name }, at) => [...text(name), 0, ...unsigned(at)])
  return Uint8Array.from([
    ...HEAD,
    ...section(1, vector(types)),
    ...section(3, vector(functions.map((_, at) => unsigned(at)))),
    ...section(5, vector([[0, 1]])),
    ...section(7, vector([...exported, [...text('memory'), 2, 0]])),
    ...section(10, vector(bodies)),
  ])
}
