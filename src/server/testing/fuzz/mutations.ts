import type { JsonSchema } from './valid-values.ts'

/** One change to a valid value. */
export type Mutation = {
  kind: string
  /** The field as in `errors`. Undefined when the response can't name it. */
  field: string | undefined
  isRejected: boolean
  make: () => unknown
}

const LONE_SURROGATE = '\ud83d'

/** All single changes that make a value invalid, and a few that do not. */
export function mutationsOf(schema: JsonSchema, value: unknown, field = ''): Mutation[] {
  if (schema.anyOf) {
    const [first = {}, ...others] = schema.anyOf
    return mutationsOf(first, value, field).filter(({ make }) => !others.some((other) => allows(other, make())))
  }
  const reject = (kind: string, make: () => unknown): Mutation => ({ kind, field, isRejected: true, make })
  const wrongTypes = OTHERS.filter((other) => !isOf(schema, other)).map((other) =>
    reject(`${JSON.stringify(other)} in place of ${schema.type}`, () => other),
  )
  return [...wrongTypes, reject('a list of it', () => [value]), ...inside(schema, value, { field, reject })].filter(
    ({ kind }) => kind !== 'a list of it' || schema.type !== 'array',
  )
}

/** Perhaps, when only the type is right. */
const allows = (schema: JsonSchema, value: unknown): boolean => {
  if (schema.const !== undefined) return schema.const === value
  return schema.enum ? schema.enum.some((one) => one === value) : isOf(schema, value)
}

const OTHERS = [null, 7, 1.5, 'text', true, [], {}]

function isOf({ type }: JsonSchema, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type || (type === 'integer' && Number.isInteger(value))
}

type At = { field: string; reject: (kind: string, make: () => unknown) => Mutation }

function inside(schema: JsonSchema, value: unknown, at: At): Mutation[] {
  if (typeof value === 'string') return ofText(schema, value, at)
  if (typeof value === 'number') return ofNumber(schema, at)
  if (Array.isArray(value)) return ofList(schema, value, at)
  return typeof value === 'object' && value !== null ? ofObject(schema, { ...value }, at) : []
}

function ofText(schema: JsonSchema, value: string, { reject }: At): Mutation[] {
  const { minLength = 0, maxLength, pattern, format, enum: choices, const: only } = schema
  const isFree = !(pattern ?? format ?? choices ?? only)
  return [
    reject('NUL', () => `${value}\0`),
    reject('half a character', () => value + LONE_SURROGATE),
    ...(maxLength === undefined ? [] : [reject('too long', () => 'x'.repeat(maxLength + 1))]),
    ...(minLength > 0 ? [reject('too short', () => 'x'.repeat(minLength - 1))] : []),
    ...(isFree || (pattern && new RegExp(pattern).test('')) ? [] : [reject('nothing', () => '')]),
    ...(isFree || format === 'password' ? [] : [reject('a line break within', () => `x\n${value}x`)]),
    // Space around an email and a name is ignored.
    ...(isFree || maxLength !== undefined ? [] : [reject('a line break at its end', () => `${value}\n`)]),
  ]
}

function ofNumber(schema: JsonSchema, { reject }: At): Mutation[] {
  const { type, minimum, exclusiveMinimum, maximum, enum: choices } = schema
  const beyond = [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum]),
    ...(maximum === undefined ? [] : [maximum + 1]),
  ]
  const fraction = type === 'number' ? [] : [0.5]
  return [...(choices ? [-1, 99] : beyond), ...fraction, 1e300].map((other) =>
    reject(`the number ${other}`, () => other),
  )
}

function ofList(
  { items, prefixItems, minItems = 0, maxItems }: JsonSchema,
  list: unknown[],
  { field, reject }: At,
): Mutation[] {
  const [first] = list
  const tooLong = maxItems !== undefined && first !== undefined
  return [
    ...(minItems > 0 ? [reject('too few', () => list.slice(0, minItems - 1))] : []),
    ...(tooLong ? [reject('too many', () => Array.from({ length: maxItems + 1 }, () => first))] : []),
    ...(first === undefined
      ? []
      : mutationsOf(prefixItems?.[0] ?? (items || {}), first, join(field, '0')).map((inner) => ({
          ...inner,
          make: () => [inner.make(), ...list.slice(1)],
        }))),
  ]
}

function ofObject(schema: JsonSchema, value: Record<string, unknown>, { field }: At): Mutation[] {
  const { properties = {}, required = [], propertyNames } = schema
  const without = required.map((key) => ({
    kind: 'missing',
    field: join(field, key),
    isRejected: true,
    make: () => Object.fromEntries(Object.entries(value).filter(([other]) => other !== key)),
  }))
  const present = Object.entries(properties).filter(([key]) => key in value)
  const within = present.flatMap(([key, of]) =>
    mutationsOf(of, value[key], join(field, key)).map((inner) => ({
      ...inner,
      make: () => ({ ...value, [key]: inner.make() }),
    })),
  )
  // What is added to a record has to fit it, too.
  return [...without, ...within, ...unknownProperties(value).filter(({ isRejected }) => isRejected || !propertyNames)]
}

const join = (field: string, key: string): string => (field === '' ? key : `${field}.${key}`)

const GREEDY = {
  role: 'ADMIN',
  roles: ['ADMIN'],
  isAdmin: true,
  assignedProjects: ['All'],
  confirmedAt: 'now',
  x: null,
}

/** Unknown properties: those of a prototype are rejected, others are dropped. */
function unknownProperties(value: Record<string, unknown>): Mutation[] {
  const proto = (key: string, content: object) =>
    Object.defineProperty({ ...value }, key, { value: content, enumerable: true })
  return [
    { kind: 'additional properties', field: undefined, isRejected: false, make: () => ({ ...GREEDY, ...value }) },
    { kind: '__proto__', field: undefined, isRejected: true, make: () => proto('__proto__', { role: 'ADMIN' }) },
    {
      kind: 'constructor',
      field: undefined,
      isRejected: true,
      make: () => proto('constructor', { prototype: { role: 'ADMIN' } }),
    },
  ]
}
