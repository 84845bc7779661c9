import type { JsonSchema } from './valid-values.ts'

/** One change to a valid value. */
export type Mutation = {
  kind: string
  /** The field, as in `errors`; undefined when the response cannot name it. */
  field: string | undefined
  isRefused: boolean
  make: () => unknown
}

const LONE_SURROGATE = '\ud83d'

/** Every single change that the schema rejects, and a few that it allows. */
export function mutationsOf(schema: JsonSchema, value: unknown, field = ''): Mutation[] {
  if (schema.anyOf) {
    const [first = {}, ...others] = schema.anyOf
    return mutationsOf(first, value, field).filter(({ make }) => !others.some((other) => other.const === make()))
  }
  const refuse = (kind: string, make: () => unknown): Mutation => ({ kind, field, isRefused: true, make })
  const wrongTypes = OTHERS.filter((other) => !isOf(schema, other)).map((other) =>
    refuse(`${JSON.stringify(other)} in place of ${schema.type}`, () => other),
  )
  return [...wrongTypes, refuse('a list of it', () => [value]), ...inside(schema, value, { field, refuse })].filter(
    ({ kind }) => kind !== 'a list of it' || schema.type !== 'array',
  )
}

const OTHERS = [null, 7, 1.5, 'text', true, [], {}]

function isOf({ type }: JsonSchema, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type || (type === 'integer' && Number.isInteger(value))
}

type At = { field: string; refuse: (kind: string, make: () => unknown) => Mutation }

function inside(schema: JsonSchema, value: unknown, at: At): Mutation[] {
  if (typeof value === 'string') return ofText(schema, value, at)
  if (typeof value === 'number') return ofNumber(schema, at)
  if (Array.isArray(value)) return ofList(schema, value, at)
  return typeof value === 'object' && value !== null ? ofObject(schema, { ...value }, at) : []
}

function ofText(schema: JsonSchema, value: string, { refuse }: At): Mutation[] {
  const { minLength = 0, maxLength, pattern, format, enum: choices, const: only } = schema
  const isFree = !(pattern ?? format ?? choices ?? only)
  return [
    refuse('NUL', () => `${value}\0`),
    refuse('half a character', () => value + LONE_SURROGATE),
    ...(maxLength === undefined ? [] : [refuse('too long', () => 'x'.repeat(maxLength + 1))]),
    ...(minLength > 0 ? [refuse('too short', () => 'x'.repeat(minLength - 1))] : []),
    ...(isFree || (pattern && new RegExp(pattern).test('')) ? [] : [refuse('nothing', () => '')]),
    ...(isFree || format === 'password' ? [] : [refuse('a line break within', () => `x\n${value}`)]),
    // Spaces around an email and a name are ignored.
    ...(isFree || maxLength !== undefined ? [] : [refuse('a line break at its end', () => `${value}\n`)]),
  ]
}

function ofNumber({ minimum, maximum, enum: choices }: JsonSchema, { refuse }: At): Mutation[] {
  const beyond = [minimum === undefined ? [] : [minimum - 1], maximum === undefined ? [] : [maximum + 1]].flat()
  return [...(choices ? [-1, 99] : beyond), 0.5, 1e300].map((other) => refuse(`the number ${other}`, () => other))
}

function ofList(
  { items = {}, minItems = 0, maxItems }: JsonSchema,
  list: unknown[],
  { field, refuse }: At,
): Mutation[] {
  const [first] = list
  const tooLong = maxItems !== undefined && first !== undefined
  return [
    ...(minItems > 0 ? [refuse('too few', () => list.slice(0, minItems - 1))] : []),
    ...(tooLong ? [refuse('too many', () => Array.from({ length: maxItems + 1 }, () => first))] : []),
    ...(first === undefined
      ? []
      : mutationsOf(items, first, join(field, '0')).map((inner) => ({
          ...inner,
          make: () => [inner.make(), ...list.slice(1)],
        }))),
  ]
}

function ofObject(schema: JsonSchema, value: Record<string, unknown>, { field }: At): Mutation[] {
  const { properties = {}, required = [] } = schema
  const without = required.map((key) => ({
    kind: 'missing',
    field: join(field, key),
    isRefused: true,
    make: () => Object.fromEntries(Object.entries(value).filter(([other]) => other !== key)),
  }))
  const present = Object.entries(properties).filter(([key]) => key in value)
  const within = present.flatMap(([key, of]) =>
    mutationsOf(of, value[key], join(field, key)).map((inner) => ({
      ...inner,
      make: () => ({ ...value, [key]: inner.make() }),
    })),
  )
  return [...without, ...within, ...strangers(value)]
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

/** Unknown properties: prototype keys are rejected, others are dropped. */
function strangers(value: Record<string, unknown>): Mutation[] {
  const proto = (key: string, content: object) =>
    Object.defineProperty({ ...value }, key, { value: content, enumerable: true })
  return [
    { kind: 'more than was asked for', field: undefined, isRefused: false, make: () => ({ ...GREEDY, ...value }) },
    { kind: '__proto__', field: undefined, isRefused: true, make: () => proto('__proto__', { role: 'ADMIN' }) },
    {
      kind: 'constructor',
      field: undefined,
      isRefused: true,
      make: () => proto('constructor', { prototype: { role: 'ADMIN' } }),
    },
  ]
}
