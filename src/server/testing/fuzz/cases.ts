import * as fc from 'fast-check'
import { z } from 'zod'
import { api, type EndpointName } from '#contract/api.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { methodsAt, pathOf } from '#contract/endpoint.ts'
import { formOf } from './multipart.ts'
import { type Mutation, mutationsOf } from './mutations.ts'
import { type JsonSchema, type Known, validValues } from './valid-values.ts'

export const ACTORS = ['anonymous', 'waiting', 'customer', 'staff'] as const
export type ActorName = (typeof ACTORS)[number]

/** What is wrong with a call, and the expected response. */
export type Fault = { what: string; status: number; field?: string | undefined }

export type Case = {
  name: EndpointName
  actor: ActorName
  method: string
  url: string
  headers: Record<string, string>
  payload: string | Buffer | undefined
  fault: Fault | undefined
}

type Call = { name: EndpointName; actor: ActorName; query: Record<string, unknown>; body: unknown }

/** The callers that are authorized. */
const ALLOWED: Record<Access, readonly ActorName[]> = {
  public: ACTORS,
  'any-session': ['waiting', 'customer', 'staff'],
  'signed-in': ['waiting', 'customer', 'staff'],
  customer: ['customer'],
  admin: ['staff'],
  'customer-or-admin': ['customer', 'staff'],
}

export const isAllowed = (name: EndpointName, actor: ActorName): boolean => ALLOWED[api[name].access].includes(actor)

const schemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

const SCHEMAS = Object.fromEntries(
  Object.entries<Endpoint>(api).map(([name, { query, body }]) => [
    name,
    { query: schemaOf(query), body: schemaOf(body) },
  ]),
) as Record<EndpointName, { query: JsonSchema; body: JsonSchema }>

/** Calls of every endpoint by every caller: valid, or one change away from valid. */
export function cases(known: Known): fc.Arbitrary<Case> {
  const names = Object.keys(api) as EndpointName[]
  return fc.oneof(...names.map((name) => ({ weight: HASHES.has(name) ? 1 : 3, arbitrary: casesOf(name, known) })))
}

/** These hash a password, so they are slow by design. */
const HASHES = new Set<EndpointName>([
  'logIn',
  'register',
  'confirmForgotPassword',
  'changePassword',
  'startSecondFactor',
  'stopSecondFactor',
  'renewRecoveryCodes',
])

function casesOf(name: EndpointName, known: Known): fc.Arbitrary<Case> {
  const { access } = api[name]
  const calls = fc.record({
    name: fc.constant(name),
    actor: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...ALLOWED[access]) },
      { weight: 1, arbitrary: fc.constantFrom(...ACTORS) },
    ),
    query: (validValues(SCHEMAS[name].query, known) as fc.Arbitrary<Record<string, unknown>>).filter((query) =>
      canBeInPath(name, query),
    ),
    body: validValues(SCHEMAS[name].body, known),
  })
  return calls.chain((call) => {
    // The form is read only after its request was found.
    const found =
      api[name].encoding === 'form' ? { ...call, query: { analysisRequestId: known['analysisRequestId']?.[0] } } : call
    const invalid = [...badQueries(call), ...badBodies(found)]
    return fc.oneof(
      { weight: 6, arbitrary: fc.constant(toCase(call)) },
      ...(invalid.length === 0
        ? []
        : [{ weight: 8, arbitrary: fc.constantFrom(...invalid).map((mutation) => toCase(...mutation())) }]),
      { weight: 1, arbitrary: fc.constantFrom(...badCalls(found)).map((make) => make()) },
    )
  })
}

type InvalidCase = () => [Call, Fault | undefined]

const asFault = ({ kind, field, isRejected }: Mutation): Fault | undefined =>
  isRejected ? { what: `${field ?? ''}: ${kind}`, status: 400, field } : undefined

function badQueries(call: Call): InvalidCase[] {
  return mutationsOf(SCHEMAS[call.name].query, call.query)
    .filter((mutation) => canBeInQuery(mutation.make(), call.query) && canBeInPath(call.name, mutation.make()))
    .map((mutation) => () => [{ ...call, query: mutation.make() as Call['query'] }, asFault(mutation)])
}

/** A parameter of the path is one text that isn't empty. Clients take `.` and `..` out of a path. */
function canBeInPath(name: EndpointName, query: unknown): boolean {
  const { path }: Endpoint = api[name]
  return [...path.matchAll(/\{(\w+)\}/g)].every(([, key = '']) => {
    const value = (query as Record<string, unknown>)[key]
    return typeof value === 'string' && !['', '.', '..'].includes(value)
  })
}

/** In a query everything is text: 7 and '7' are the same, and values without a text form can't be sent. */
function canBeInQuery(query: unknown, valid: Record<string, unknown>): boolean {
  if (typeof query !== 'object' || query === null || Array.isArray(query)) return false
  if (Object.hasOwn(query, '__proto__') || Object.hasOwn(query, 'constructor')) return false
  return Object.entries(query).every(([key, value]) => {
    if (Array.isArray(value)) return value.length === 1 && value[0] === valid[key]
    const isNumber = typeof value === 'number' && typeof valid[key] === 'number'
    return value === valid[key] || (typeof value === 'string' && value.isWellFormed()) || isNumber
  })
}

function badBodies(call: Call): InvalidCase[] {
  const { encoding } = api[call.name] as Endpoint
  if (encoding === 'none' || encoding === 'image') return []
  const schema = SCHEMAS[call.name].body
  const mutations =
    encoding === 'json'
      ? mutationsOf(schema, call.body)
      : // Everything in a form is text, and its files are checked first.
        mutationsOf(schema, { ...(call.body as object), file: ['a.tif'] }).filter(({ kind }) => kind === 'missing')
  return mutations.map((mutation) => () => [{ ...call, body: mutation.make() }, asFault(mutation)])
}

function toCase(call: Call, fault?: Fault): Case {
  const { method, encoding, bodyBytesMax }: Endpoint = api[call.name]
  const testCase = {
    name: call.name,
    actor: call.actor,
    method,
    url: urlWith(api[call.name], call.query),
    fault,
  }
  if (encoding === 'none') return { ...testCase, headers: {}, payload: undefined }
  if (encoding === 'image') return { ...testCase, ...type('image/jpeg'), payload: Buffer.from('no picture') }
  if (encoding === 'form') return { ...testCase, ...formOf(call.body as Record<string, unknown>) }
  const payload = JSON.stringify(call.body)
  const isTooLarge = Buffer.byteLength(payload) > bodyBytesMax
  return {
    ...testCase,
    headers: { 'content-type': 'application/json' },
    payload,
    // The size is checked before the content.
    ...(isTooLarge ? { fault: { what: 'a body that is too large', status: 413 } } : {}),
  }
}

function urlWith(endpoint: Endpoint, query: Record<string, unknown>): string {
  const path = pathOf(endpoint).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(query[name])))
  const inQuery = Object.entries(query).filter(([key]) => !endpoint.path.includes(`{${key}}`))
  const pairs = inQuery.flatMap(([key, value]) =>
    // A list is a repeated key.
    (Array.isArray(value) ? [value[0], value[0]] : [value]).map(
      (one) => `${encodeURIComponent(key)}=${encodeURIComponent(String(one))}`,
    ),
  )
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

const type = (text: string) => ({ headers: { 'content-type': text } })

/** Errors found before the body is read. */
function badCalls(call: Call): (() => Case)[] {
  const { encoding, bodyBytesMax }: Endpoint = api[call.name]
  const path = pathOf(api[call.name])
  const existing = methodsAt(Object.values<Endpoint>(api), path)
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
    (method) => !existing.includes(method),
  )
  const valid = toCase(call)
  const bad = (what: string, status: number, change: Partial<Case>) => () => ({
    ...valid,
    ...change,
    fault: { what, status },
  })
  const otherMethods = methods.map((method) => bad(`the method ${method}`, 405, { method }))
  if (encoding === 'none') return otherMethods
  if (encoding === 'image')
    return [
      ...otherMethods,
      bad('text for a picture', 415, type('text/plain')),
      bad('JSON for a picture', 415, type('application/json')),
      bad('a form for a picture', 415, formOf({ file: ['x'] })),
      bad('a file that is too large', 413, { payload: Buffer.alloc(bodyBytesMax + 1) }),
    ]
  if (encoding === 'form')
    return [...otherMethods, bad('JSON for a form', 415, { ...type('application/json'), payload: '{}' })]
  return [
    ...otherMethods,
    bad('text for JSON', 415, type('text/plain')),
    bad('a form for JSON', 415, formOf({ file: ['x'] })),
    bad('another encoding', 415, type('application/json; charset=utf-16')),
    bad('a compressed body', 415, { headers: { ...valid.headers, 'content-encoding': 'gzip' } }),
    bad('half of the body', 400, { payload: String(valid.payload).slice(0, -1) }),
    bad('invalid UTF-8', 400, { payload: Buffer.from([0x22, 0xff, 0xfe, 0x22]) }),
    bad('no body', 400, { payload: undefined, headers: {} }),
    bad('a body that is too large', 413, { payload: `${String(valid.payload)}${' '.repeat(bodyBytesMax)}` }),
  ]
}
