// Expressions as loops of WebAssembly, four pixels at a time. What several of them have in common is computed once.
import type { BandRole } from '#domain/maps.ts'
import { type Expression, NEARLY_ZERO } from '../catalogue/expression.ts'
import { type Code, loop, type WasmFunction, wasm } from './wasm.ts'

const { get, set, v128, f32x4, i32x4, i32, f32 } = wasm

/** Powers of a band of 8 bits, by its value, where in memory they lie. */
export type PowerTable = { band: BandRole; exponent: number; address: number }

/** Whether `evaluateFunction` can compute it: of powers, only those of bands that have a table. */
export function canCompile(expression: Expression, tables: readonly PowerTable[]): boolean {
  if (typeof expression !== 'object') return true
  const [code, ...operands] = expression
  if (code === '^') return tableOf(expression, tables) !== undefined
  return (operands as readonly Expression[]).every((operand) => canCompile(operand, tables))
}

export const powersIn = (expression: Expression): { band: BandRole; exponent: number }[] => {
  if (typeof expression !== 'object') return []
  const [code, ...operands] = expression
  const [base, exponent] = operands as readonly Expression[]
  if (code === '^' && typeof base === 'string' && typeof exponent === 'number') return [{ band: base, exponent }]
  return (operands as readonly Expression[]).flatMap(powersIn)
}

const tableOf = (expression: Expression, tables: readonly PowerTable[]): PowerTable | undefined => {
  const [power] = powersIn(expression)
  return tables.find(({ band, exponent }) => band === power?.band && exponent === power.exponent)
}

type Options = {
  name: string
  bands: readonly BandRole[]
  tables: readonly PowerTable[]
  /** Bytes from the values of one expression to those of the next. */
  stride: number
}

/**
 * `(...bands, out, bytes)`: reads numbers of 4 bytes at the address of each band, and writes the values of each expression, those
 * of the first at `out`. `bytes` is a multiple of 16 above 0.
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
  for (const [band, role] of bands.entries()) keep(role, [...get(band), ...get(at), ...i32.add, ...v128.load()])

  const place = (expression: Expression): number => {
    if (typeof expression === 'number')
      return known.get(String(expression)) ?? keep(String(expression), f32x4.const(expression))
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
    body.push(...get(out), ...get(at), ...i32.add, ...get(local), ...v128.store(index * stride))
  }
  return {
    name,
    params: [...bands.map(() => 'i32' as const), 'i32', 'i32'],
    locals: ['i32', ...Array.from({ length: locals - at - 1 }, () => 'v128' as const)],
    code: loop(at, { end, step: 16, body }),
  }
}

/** Of 8-bit numbers. */
function lookUp(numbers: Code, address: number, once: Once): Code {
  const places = once([...numbers, ...i32x4.truncate, ...i32.const(2), ...i32x4.shl])
  return [
    ...f32x4.const(0),
    ...[0, 1, 2, 3].flatMap((lane) => [...places, ...i32x4.lane(lane), ...f32.load(address), ...f32x4.replace(lane)]),
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
  '+': twoOf(f32x4.add),
  '-': twoOf(f32x4.sub),
  '*': twoOf(f32x4.mul),
  '/': ([a = [], b = []]) =>
    nanWhere(call(f32x4.lt, call(f32x4.abs, b), f32x4.const(NEARLY_ZERO)), call(f32x4.div, a, b)),
  min: twoOf(f32x4.min),
  max: twoOf(f32x4.max),
  sqrt: oneOf(f32x4.sqrt),
  abs: oneOf(f32x4.abs),
  atan: ([a = []], once) => arcTangent(a, once),
  hue: ([red = [], green = [], blue = []], once) => hue([red, green, blue], once),
}

/** Of HSV, in degrees; NaN for a grey. */
function hue([red, green, blue]: readonly [Code, Code, Code], once: Once): Code {
  const highest = once(call(f32x4.pmax, call(f32x4.pmax, red, green), blue))
  const range = once(call(f32x4.sub, highest, call(f32x4.pmin, call(f32x4.pmin, red, green), blue)))
  const sixth = (a: Code, b: Code, start: number): Code =>
    call(f32x4.mul, call(f32x4.add, call(f32x4.div, call(f32x4.sub, a, b), range), f32x4.const(start)), f32x4.const(60))
  const fromRed = once(sixth(green, blue, 0))
  const turned = select(call(f32x4.add, fromRed, f32x4.const(360)), fromRed, call(f32x4.lt, fromRed, f32x4.const(0)))
  const others = select(sixth(blue, red, 2), sixth(red, green, 4), call(f32x4.eq, highest, green))
  return nanWhere(call(f32x4.lt, range, f32x4.const(NEARLY_ZERO)), select(turned, others, call(f32x4.eq, highest, red)))
}

/** tan(3 pi / 8) and tan(pi / 8): from the first on, and from the second on, arguments are reduced. */
const [HIGH, LOW] = [Math.tan((3 * Math.PI) / 8), Math.tan(Math.PI / 8)]
/** Of a polynomial with an error below 2e-7 for |x| <= tan(pi / 8), as in Cephes (Moshier 1989). */
const ATAN = [8.05374449538e-2, -1.38776856032e-1, 1.99777106478e-1, -3.33329491539e-1]

function arcTangent(argument: Code, once: Once): Code {
  const size = once(call(f32x4.abs, argument))
  const isHigh = once(call(f32x4.gt, size, f32x4.const(HIGH)))
  const isMiddle = once(call(f32x4.gt, size, f32x4.const(LOW)))
  const one = f32x4.const(1)
  const inverse = call(f32x4.div, f32x4.const(-1), size)
  const middle = call(f32x4.div, call(f32x4.sub, size, one), call(f32x4.add, size, one))
  const x = once(select(inverse, select(middle, size, isMiddle), isHigh))
  const start = select(f32x4.const(Math.PI / 2), select(f32x4.const(Math.PI / 4), f32x4.const(0), isMiddle), isHigh)
  const square = once(call(f32x4.mul, x, x))
  const polynomial = ATAN.slice(1).reduce<Code>(
    (sum, factor) => call(f32x4.add, call(f32x4.mul, sum, square), f32x4.const(factor)),
    f32x4.const(ATAN[0] ?? 0),
  )
  const positive = once(
    call(f32x4.add, start, call(f32x4.add, call(f32x4.mul, call(f32x4.mul, polynomial, square), x), x)),
  )
  return select(call(f32x4.neg, positive), positive, call(f32x4.lt, argument, f32x4.const(0)))
}
