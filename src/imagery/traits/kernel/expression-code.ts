// Expressions as loops of WebAssembly, two pixels at a time, in the numbers of JavaScript: each operation gives what `program.ts`
// gives. What several of them have in common is computed once.
import type { BandRole } from '#domain/maps.ts'
import { type Expression, NEARLY_ZERO } from '../catalogue/expression.ts'
import { LANES, promoted } from './lanes-code.ts'
import { type Code, loop, type WasmFunction, wasm } from './wasm.ts'

const { get, set, v128, f64x2, i32x4, i32, f64 } = wasm

/** Powers of a band of 8 bits, by its value, where in memory they lie. */
export type PowerTable = { band: BandRole; exponent: number; address: number }

/** Whether `evaluateFunction` can compute it: of powers, only those of bands that have a table. */
export function canCompile(expression: Expression, tables: readonly PowerTable[]): boolean {
  if (typeof expression !== 'object') return true
  const [code, ...operands] = expression
  if (code === '^') return tableOf(expression, tables) !== undefined
  return (operands as readonly Expression[]).every((operand) => canCompile(operand, tables))
}

type Power = Pick<PowerTable, 'band' | 'exponent'>

/** The powers of bands themselves. */
export function powersIn(expression: Expression): Power[] {
  if (typeof expression !== 'object') return []
  const power = powerOf(expression)
  const [, ...operands] = expression
  return power ? [power] : (operands as readonly Expression[]).flatMap(powersIn)
}

function powerOf([code, base, exponent]: Extract<Expression, readonly unknown[]>): Power | undefined {
  return code === '^' && typeof base === 'string' && typeof exponent === 'number' ? { band: base, exponent } : undefined
}

function tableOf(expression: Extract<Expression, readonly unknown[]>, tables: readonly PowerTable[]) {
  const power = powerOf(expression)
  return power && tables.find(({ band, exponent }) => band === power.band && exponent === power.exponent)
}

type Options = {
  name: string
  bands: readonly BandRole[]
  tables: readonly PowerTable[]
  /** Bytes from the values of one expression to those of the next. */
  stride: number
}

/**
 * `(...bands, out, bytes)`: reads numbers of 4 bytes at the address of each band, and writes the values of each expression as
 * numbers of 8, those of the first at `out`. `bytes` are those of a band, a multiple of 16 above 0.
 */
export function evaluateFunction(expressions: readonly Expression[], options: Options): WasmFunction {
  const { name, bands, tables, stride } = options
  const [out, end, at] = [bands.length, bands.length + 1, bands.length + 2]
  const known = new Map<string, number>()
  const body: number[] = []
  let locals = at + 1
  const keepUnnamed = (code: Code): number => {
    const local = locals
    locals += 1
    body.push(...code, ...set(local))
    return local
  }
  const keep = (key: string, code: Code): number => {
    const local = keepUnnamed(code)
    known.set(key, local)
    return local
  }
  const once: Once = (code) => get(keepUnnamed(code))
  for (const [band, role] of bands.entries()) keep(role, promoted([...get(band), ...get(at), ...i32.add]))

  const place = (expression: Expression): number => {
    if (typeof expression === 'number')
      return known.get(String(expression)) ?? keep(String(expression), f64x2.const(expression))
    if (typeof expression === 'string') {
      const local = known.get(expression)
      if (local === undefined) throw new RangeError(`There is no band ${expression}`)
      return local
    }
    const [code, ...operands] = expression
    if (code === '^') {
      const table = tableOf(expression, tables)
      if (!table) throw new RangeError('There is no table of this power')
      const key = `^ ${table.address}`
      return known.get(key) ?? keep(key, lookUp(get(place(table.band)), table.address, once))
    }
    const places = (operands as readonly Expression[]).map(place)
    const key = `${code} ${places.join(' ')}`
    return known.get(key) ?? keep(key, OPERATIONS[code](places.map(get), once))
  }
  for (const [index, expression] of expressions.entries()) {
    const local = place(expression)
    const to = [...get(out), ...get(at), ...i32.const(1), ...i32.shl, ...i32.add]
    body.push(...to, ...get(local), ...v128.store(index * stride))
  }
  return {
    name,
    params: [...bands.map(() => 'i32' as const), 'i32', 'i32'],
    locals: ['i32', ...Array.from({ length: locals - at - 1 }, () => 'v128' as const)],
    code: loop(at, { end, step: 8, body }),
  }
}

/** Of 8-bit numbers. */
function lookUp(numbers: Code, address: number, once: Once): Code {
  const places = once([...numbers, ...i32x4.truncate, ...i32.const(3), ...i32x4.shl])
  return [
    ...f64x2.const(0),
    ...LANES.flatMap((lane) => [...places, ...i32x4.lane(lane), ...f64.load(address), ...f64x2.replace(lane)]),
  ]
}

type Operands = readonly Code[]
/** Computes something that is used several times. */
type Once = (code: Code) => Code

const twoOf =
  (operation: Code) =>
  ([a = [], b = []]: Operands): Code => [...a, ...b, ...operation]
const oneOf =
  (operation: Code) =>
  ([a = []]: Operands): Code => [...a, ...operation]
/** `then` where a comparison holds, else `other`. */
const select = (then: Code, other: Code, comparison: Code): Code => [
  ...then,
  ...other,
  ...comparison,
  ...v128.bitselect,
]
/** All bits set, as a comparison does where it holds, are NaN. */
const nanWhere = (comparison: Code, value: Code): Code => [...comparison, ...value, ...v128.or]
const call = (operation: Code, ...operands: readonly Code[]): Code => [...operands.flat(), ...operation]

const OPERATIONS: Record<
  Exclude<Extract<Expression, readonly unknown[]>[0], '^'>,
  (operands: Operands, once: Once) => Code
> = {
  '+': twoOf(f64x2.add),
  '-': twoOf(f64x2.sub),
  '*': twoOf(f64x2.mul),
  '/': ([a = [], b = []]) =>
    nanWhere(call(f64x2.lt, call(f64x2.abs, b), f64x2.const(NEARLY_ZERO)), call(f64x2.div, a, b)),
  min: twoOf(f64x2.min),
  max: twoOf(f64x2.max),
  sqrt: oneOf(f64x2.sqrt),
  abs: oneOf(f64x2.abs),
  atan: ([a = []], once) => arcTangent(a, once),
  hue: ([red = [], green = [], blue = []], once) => hue([red, green, blue], once),
}

/** Of HSV, in degrees; NaN for a grey. */
function hue([red, green, blue]: readonly [Code, Code, Code], once: Once): Code {
  const highest = once(call(f64x2.pmax, call(f64x2.pmax, red, green), blue))
  const range = once(call(f64x2.sub, highest, call(f64x2.pmin, call(f64x2.pmin, red, green), blue)))
  const sixth = (a: Code, b: Code, start: number): Code =>
    call(f64x2.mul, call(f64x2.add, call(f64x2.div, call(f64x2.sub, a, b), range), f64x2.const(start)), f64x2.const(60))
  const fromRed = once(sixth(green, blue, 0))
  const turned = select(call(f64x2.add, fromRed, f64x2.const(360)), fromRed, call(f64x2.lt, fromRed, f64x2.const(0)))
  const others = select(sixth(blue, red, 2), sixth(red, green, 4), call(f64x2.eq, highest, green))
  return nanWhere(call(f64x2.lt, range, f64x2.const(NEARLY_ZERO)), select(turned, others, call(f64x2.eq, highest, red)))
}

/** tan(3 pi / 8): from it on, and from another limit on, arguments are reduced. */
const [HIGH, LOW] = [Math.tan((3 * Math.PI) / 8), 0.66]
/** Of a rational function with an error below 2e-16 for |x| <= 0.66, as in Cephes (Moshier 1989). */
const ABOVE = [
  -8.750608600031904e-1, -1.6157537187333652e1, -7.500855792314705e1, -1.228866684490136e2, -6.485021904942025e1,
]
const BELOW = [
  1, 2.4858464901423062e1, 1.650270098316988e2, 4.3288106049129027e2, 4.853903996359137e2, 1.9455065714826139e2,
]
/** What pi / 2 has beyond 53 bits. */
const REST = 6.123233995736766e-17

function arcTangent(argument: Code, once: Once): Code {
  const size = once(call(f64x2.abs, argument))
  const isHigh = once(call(f64x2.gt, size, f64x2.const(HIGH)))
  const isMiddle = once(call(f64x2.gt, size, f64x2.const(LOW)))
  const one = f64x2.const(1)
  const inverse = call(f64x2.div, f64x2.const(-1), size)
  const middle = call(f64x2.div, call(f64x2.sub, size, one), call(f64x2.add, size, one))
  const x = once(select(inverse, select(middle, size, isMiddle), isHigh))
  const byRange = (high: number): Code =>
    select(f64x2.const(high), select(f64x2.const(high / 2), f64x2.const(0), isMiddle), isHigh)
  const square = once(call(f64x2.mul, x, x))
  const polynomial = (factors: readonly number[]): Code =>
    factors
      .slice(1)
      .reduce<Code>(
        (sum, factor) => call(f64x2.add, call(f64x2.mul, sum, square), f64x2.const(factor)),
        f64x2.const(factors[0] ?? 0),
      )
  const change = call(f64x2.mul, x, call(f64x2.mul, square, call(f64x2.div, polynomial(ABOVE), polynomial(BELOW))))
  const positive = once(
    call(f64x2.add, byRange(Math.PI / 2), call(f64x2.add, call(f64x2.add, change, byRange(REST)), x)),
  )
  return select(call(f64x2.neg, positive), positive, call(f64x2.lt, argument, f64x2.const(0)))
}
