import { z } from 'zod'
import type { CallLimitName } from '#domain/limits.ts'
import { KiB } from '#domain/units.ts'

/**
 * Who may call.
 * - public: anyone
 * - any-session: any valid session, also of somebody who may do nothing yet but choose a new password
 * - signed-in: any other valid session, whatever the standing of the account
 * - customer: role USER whose account is APPROVED
 * - admin: role ADMIN whose account is APPROVED
 * - customer-or-admin: either of the two above
 */
export type Access = 'public' | 'any-session' | 'signed-in' | 'customer' | 'admin' | 'customer-or-admin'

export type Endpoint<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  tag: 'accounts' | 'users' | 'analyses' | 'uploads' | 'reports' | 'messages' | 'activity' | 'emails'
  method: 'GET' | 'POST' | 'DELETE'
  /** Below /api, as section 7 of the specification writes it; it stands nowhere else. */
  path: string
  access: Access
  /** How often it may be called, by whom and from where. */
  limit: CallLimitName
  summary: string
  query: Query
  body: Body
  /** What stands in the envelope beside statusCode and message. */
  reply: Reply
  /** The envelope's message on success. */
  success: string
  /** Section 7 reads the status code of four calls as text. */
  statusCodeAs: 'number' | 'text'
  /** What comes back: the envelope, or a CSV file that is written while it is sent. Failures come in the envelope. */
  answers: 'json' | 'csv'
  /** How the body travels: none, JSON, or a multipart form (whose body schema documents its fields). */
  encoding: 'none' | 'json' | 'form'
  /** A longer body is refused before it is read. A form has limits of its own, of its fields and files. */
  bodyBytesMax: number
  /** HTTP statuses a caller should expect beyond 200, 400 and (when signed in) 401 and 403. */
  errors: readonly number[]
}

/** Enough for ids, names and passwords; no call without a session takes more, except a message to the company. */
export const BODY_BYTES_MAX = KiB(16)
/** For a text of thousands of characters, each of which may be six bytes of JSON. */
export const TEXT_BYTES_MAX = KiB(64)

const nothing = z.object({})
type Nothing = typeof nothing

type Declared<Query, Body, Reply> = Pick<
  Endpoint,
  'tag' | 'method' | 'path' | 'access' | 'limit' | 'summary' | 'success'
> & {
  query?: Query
  body?: Body
  reply?: Reply
  statusCodeAs?: 'text'
  answers?: 'csv'
  encoding?: 'form'
  bodyBytesMax?: number
  errors?: readonly number[]
}

/** Fills in what an endpoint leaves out; what it must state (above all: its access and its limit) does not compile when missing. */
export function endpoint<
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
  Reply extends z.ZodType = Nothing,
>(declared: Declared<Query, Body, Reply>): Endpoint<Query, Body, Reply> {
  return {
    ...declared,
    query: (declared.query ?? nothing) as Query,
    body: (declared.body ?? nothing) as Body,
    reply: (declared.reply ?? nothing) as Reply,
    statusCodeAs: declared.statusCodeAs ?? 'number',
    answers: declared.answers ?? 'json',
    encoding: declared.encoding ?? (declared.body ? 'json' : 'none'),
    bodyBytesMax: declared.bodyBytesMax ?? BODY_BYTES_MAX,
    errors: declared.errors ?? [],
  }
}

/** A list reply: rows, how many there are on all pages, and the cursor of the next page (null on the last). */
export const page = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    total: z.int().meta({ description: 'Counted to 10,000; of a search to 100' }),
    isTotalExact: z.boolean().meta({ description: 'False when there are more than were counted' }),
    next: z.nullable(z.string()),
  })

/** Reply whose only addition to the envelope is `data`. */
export const data = <Data extends z.ZodType>(schema: Data): z.ZodObject<{ data: Data }> => z.object({ data: schema })

/** The reply of a call that answers a CSV file: its text, piece by piece. */
export const csv = { answers: 'csv', reply: z.custom<AsyncIterable<string>>(), success: 'Exported' } as const

/** A text that a domain rule judges; the rule's message is the answer. */
export const ruled = (
  check: (value: string) => string | undefined,
  documented: { minLength?: number; maxLength?: number; pattern?: string; format?: string; description?: string },
) =>
  z
    .string({ error: 'Text is expected here' })
    .superRefine((value, context) => {
      const message = check(value)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .meta(documented)

/** A whole number that arrives as query text; anything else is a 400. */
const wholeNumber = (name: string, { min, max, fallback }: { min: number; max: number; fallback: number }) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `${name} must be a whole number`)
    .transform(Number)
    .pipe(z.int().min(min, `${name} must be at least ${min}`).max(max, `${name} must be at most ${max}`))
    .default(fallback)
    // Text, as all that comes in a query; a document calls it a number.
    .meta({ type: 'integer', minimum: min, maximum: max, default: fallback })

export const PAGE_SIZE = 50
export const PAGE_SIZE_MAX = 100

/** `from` is the index of a page of `pageSize` rows, down to row 10,000; `after`, when given, is a cursor that takes its place. */
export const paging = {
  from: wholeNumber('from', { min: 0, max: 10_000_000, fallback: 0 }),
  pageSize: wholeNumber('pageSize', { min: 1, max: PAGE_SIZE_MAX, fallback: PAGE_SIZE }),
  after: z.string().max(500).optional(),
}

/** PostgreSQL knows no year 0. */
export const timestamp = z.iso
  .datetime()
  .refine((text) => text >= '0001', 'This is not a date')
  .meta({ description: 'ISO 8601, UTC' })
export const ID = /^[0-9A-Za-z_-]{1,64}$/
export const NO_ID = 'This is not a valid id'
export const id = z.string().regex(ID, NO_ID)
