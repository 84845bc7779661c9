import { z } from 'zod'
import type { LinkKind } from '#domain/links.ts'
import type { AccountRole } from '#domain/memberships.ts'
import type { RateLimitName } from '#domain/rate-limits.ts'
import type { TokenScope } from '#domain/tokens.ts'
import { KiB } from '#domain/units.ts'

export const API_PREFIX = '/api'
/** Version 2 of the Breeding API, https://brapi.org */
export const BRAPI_PREFIX = '/brapi/v2'

/** With `{studyDbId}` where the path has a parameter. */
export const pathOf = ({ prefix, path }: Pick<Endpoint, 'prefix' | 'path'>): string => prefix + path

const PARAMETER = /\{(\w+)\}/g

/** Where a call with this query goes: some of its parameters may be in the path. */
export function urlOf(called: Pick<Endpoint, 'prefix' | 'path'>, query: object = {}): string {
  const parameters = new Map(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  )
  const path = pathOf(called).replace(PARAMETER, (_, name: string) => {
    const value = parameters.get(name) ?? ''
    parameters.delete(name)
    return encodeURIComponent(value)
  })
  const text = [...parameters]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
  return `${path}${text && `?${text}`}`
}

/** The methods of the calls at an address. */
export const methodsAt = (endpoints: readonly Endpoint[], address: string): string[] =>
  endpoints.filter((one) => isAt(pathOf(one).split('/'), address.split('/'))).map(({ method }) => method)

const isAt = (path: readonly string[], address: readonly string[]): boolean =>
  path.length === address.length && path.every((part, at) => part === address[at] || part.startsWith('{'))

/**
 * Who may call.
 * - public: anyone
 * - any-session: any valid session, also with a required action
 * - signed-in: any valid session without a required action, with any account status
 * - customer: role USER whose account is APPROVED
 * - admin: role ADMIN whose account is APPROVED
 * - customer-or-admin: either of the two above
 */
export type Access = 'public' | 'any-session' | 'signed-in' | 'customer' | 'admin' | 'customer-or-admin'

/** Of calls that work on an account: what customers who work in it must at least be. */
const leastRole = ({ access, method }: Pick<Endpoint, 'access' | 'method'>): AccountRole | undefined => {
  if (access !== 'customer' && access !== 'customer-or-admin') return undefined
  return method === 'GET' ? 'viewer' : 'editor'
}

/** The scope with which a token changes what these calls work on. Calls of other nouns are for people only. */
const WRITING = {
  analyses: undefined,
  brapi: 'brapi',
  flights: 'uploads:write',
  maps: 'trials:write',
  reports: undefined,
  trials: 'trials:write',
  uploads: 'uploads:write',
} as const satisfies Partial<Record<Endpoint['tag'], TokenScope | undefined>>
const isOpenToTokens = (tag: Endpoint['tag']): tag is keyof typeof WRITING => Object.hasOwn(WRITING, tag)

/** What owners alone may do, and what staff alone may do, no token may. */
function scopesOf(
  { tag, access, method }: Pick<Endpoint, 'tag' | 'access' | 'method'>,
  least: AccountRole | undefined,
) {
  if (!least || least === 'owner' || access === 'signed-in' || !isOpenToTokens(tag)) return []
  const writing = WRITING[tag]
  const all: (TokenScope | undefined)[] = method === 'GET' || least === 'viewer' ? ['read', writing] : [writing]
  return all.filter((scope) => scope !== undefined)
}

export type Endpoint<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  tag:
    | 'accounts'
    | 'users'
    | 'analyses'
    | 'uploads'
    | 'reports'
    | 'maps'
    | 'trials'
    | 'brapi'
    | 'messages'
    | 'activity'
    | 'emails'
    | 'flights'
    | 'notices'
    | 'processing'
    | 'deletions'
    | 'links'
    | 'tokens'
    | 'webhooks'
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** /api, or that of another standard. */
  prefix: typeof API_PREFIX | typeof BRAPI_PREFIX
  /** The path below the prefix (specification, section 7). It is defined only here. */
  path: string
  access: Access
  /** Usually viewers read, and editors change. */
  least: AccountRole | undefined
  /** The call is open to tokens that have one of these scopes. */
  scopes: readonly TokenScope[]
  /** The links whose visitors may call this, for what they show. */
  links: readonly LinkKind[]
  /** Only by links that allow downloads. */
  isDownload: boolean
  /** The rate limit of the call. */
  limit: RateLimitName
  summary: string
  query: Query
  body: Body
  /** The part of the reply beside statusCode and message. */
  reply: Reply
  /** The envelope's message on success. */
  success: string
  /** 202: what was asked for is fetched by another call. */
  status: 200 | 202
  /** In section 7 the status code of four calls is text. */
  statusCodeAs: 'number' | 'text'
  /**
   * What comes back: the envelope, or a CSV file that is written while it is sent; a table is the one or the other, and its
   * envelope is written while it is sent, too, as is the one of a `list`. `bytes` are numbers that programs read, a `picture` is a WebP; `bare` is JSON without the envelope, and `bare-table` this or lines of text, by what the caller accepts. Failures come in the envelope.
   */
  answers: 'json' | 'list' | 'csv' | 'table' | 'bytes' | 'picture' | 'bare' | 'bare-table'
  /** The encoding of the body: none, JSON, a multipart form, whose body schema documents the fields, or the file of a picture. */
  encoding: 'none' | 'json' | 'form' | 'image'
  /** A longer body is rejected before it is read. A form has its own limits for fields and files. */
  bodyBytesMax: number
  /** A body that would block the main thread is read by a worker thread. */
  isReadByWorker: boolean
  /** Further HTTP statuses besides 200, 400 and, for calls with a session, 401 and 403. */
  errors: readonly number[]
}

/** Enough for ids, names and passwords. Only the contact message accepts more without a session. */
export const BODY_BYTES_MAX = KiB(16)
/** For texts of thousands of characters, each of up to six bytes in JSON. */
export const TEXT_BYTES_MAX = KiB(64)

const nothing = z.object({})
type Nothing = typeof nothing

type Declared<Query, Body, Reply, Answers> = Pick<
  Endpoint,
  'tag' | 'method' | 'path' | 'access' | 'limit' | 'summary' | 'success'
> & {
  prefix?: typeof BRAPI_PREFIX
  query?: Query
  body?: Body
  reply?: Reply
  statusCodeAs?: 'text'
  status?: 202
  answers?: Answers
  encoding?: 'form' | 'image'
  bodyBytesMax?: number
  isReadByWorker?: true
  least?: AccountRole
  scopes?: readonly TokenScope[]
  links?: readonly LinkKind[]
  isDownload?: true
  errors?: readonly number[]
}

/** Adds defaults to an endpoint. It does not compile without access and limit. */
export function endpoint<
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
  Reply extends z.ZodType = Nothing,
  Answers extends Endpoint['answers'] = 'json',
>(declared: Declared<Query, Body, Reply, Answers>): Endpoint<Query, Body, Reply> & { answers: Answers } {
  const least = declared.least ?? leastRole(declared)
  return {
    ...declared,
    least,
    scopes: declared.scopes ?? scopesOf(declared, least),
    links: declared.links ?? [],
    isDownload: declared.isDownload ?? false,
    prefix: declared.prefix ?? API_PREFIX,
    query: (declared.query ?? nothing) as Query,
    body: (declared.body ?? nothing) as Body,
    reply: (declared.reply ?? nothing) as Reply,
    status: declared.status ?? 200,
    statusCodeAs: declared.statusCodeAs ?? 'number',
    answers: (declared.answers ?? 'json') as Answers,
    encoding: declared.encoding ?? (declared.body ? 'json' : 'none'),
    bodyBytesMax: declared.bodyBytesMax ?? BODY_BYTES_MAX,
    isReadByWorker: declared.isReadByWorker ?? false,
    errors: declared.errors ?? [],
  }
}

/** A page of a list: rows, the total, and the cursor of the next page (null on the last). */
export const page = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    total: z.int().meta({ description: 'Counted to 10,000; of a search to 100' }),
    isTotalExact: z.boolean().meta({ description: 'False if there are more' }),
    next: z.nullable(z.string()),
  })

/** A reply with `data` only. */
export const data = <Data extends z.ZodType>(schema: Data): z.ZodObject<{ data: Data }> => z.object({ data: schema })

/** The reply of a call that answers a CSV file: its text, piece by piece. */
export const csv = { answers: 'csv', reply: z.custom<AsyncIterable<string>>(), success: 'Exported' } as const

/** A text that is validated by a domain rule, with the rule's message. */
export const checkedBy = (
  check: (value: string) => string | undefined,
  documented: { minLength?: number; maxLength?: number; pattern?: string; format?: string; description?: string },
) =>
  z
    .string()
    .superRefine((value, context) => {
      const message = check(value)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .meta(documented)

/** An integer in a query; anything else is a 400. */
const wholeNumber = (name: string, { min, max, fallback }: { min: number; max: number; fallback: number }) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `${name} must be a whole number`)
    .transform(Number)
    .pipe(z.int().min(min, `${name} must be at least ${min}`).max(max, `${name} must be at most ${max}`))
    .default(fallback)
    // In a query it is text; the API document shows an integer.
    .meta({ type: 'integer', minimum: min, maximum: max, default: fallback })

export const PAGE_SIZE = 50
export const PAGE_SIZE_MAX = 100

/** `from` is a page index, up to row 10,000. The cursor `after` replaces it. */
export const paging = {
  from: wholeNumber('from', { min: 0, max: 10_000_000, fallback: 0 }),
  pageSize: wholeNumber('pageSize', { min: 1, max: PAGE_SIZE_MAX, fallback: PAGE_SIZE }),
  after: z.string().max(500).optional(),
}

/** PostgreSQL has no year 0. */
export const timestamp = z.iso
  .datetime()
  .refine((text) => text >= '0001', 'This is not a date')
  .meta({ description: 'ISO 8601, UTC' })
/** A range of dates whose start is not later than its end. */
export const areInOrder = ({ fromDate, toDate }: { fromDate?: string | undefined; toDate?: string | undefined }) =>
  !(fromDate && toDate && Date.parse(fromDate) > Date.parse(toDate))
export const datesInOrder = {
  path: ['fromDate'],
  error: 'The start must not be later than the end',
}
export const ID = /^[0-9A-Za-z_-]{1,64}$/
export const NO_ID = 'This is not a valid id'
export const id = z.string().regex(ID, NO_ID)
const NO_ANALYSIS = 'Analysis request ID is missing'
/** Of the request to which a report belongs, as section 5 of the specification words it. */
export const analysisId = z.string(NO_ANALYSIS).min(1, { error: NO_ANALYSIS, abort: true }).regex(ID, NO_ID)
export const traitId = z.string().regex(/^\w{1,40}$/, 'This is not the id of a trait')

/** Null while it is kept. */
export const purgeOn = z.nullable(timestamp).meta({ description: 'When it is removed for good, as it was deleted' })
