import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { MiB } from '#domain/units.ts'
import { type Answer, call, NotReached } from './call.ts'

/** Why a breeding database can't be read or written, for people. It begins with the database. */
export class DatabaseRefused extends Error {}

/** It doesn't answer now. What was sent has perhaps arrived: what is there is read before it is sent again. */
export class DatabaseUnsure extends Error {}

export type DatabaseAddress = {
  url: string
  token: string | null
  onlyPublic: boolean
  signal: AbortSignal
  /** What can't be read now is read again after a while. */
  isPatient: boolean
}

const PAGE_ROWS = 500
/** Some databases have larger pages than they are asked for. */
const SENT_ROWS_MAX = 5000
const ROWS_AT_ONCE = 500
const PAGES_MAX = 5000
const PAGE_BYTES_MAX = MiB(2)
const SECONDS_MAX = 60
const READ_AGAIN_AFTER_MS = [2000, 10_000]

const paged = z.object({
  metadata: z
    .object({ pagination: z.object({ totalPages: z.number().nullish(), totalCount: z.number().nullish() }).nullish() })
    .nullish(),
  result: z.object({ data: z.array(z.unknown()) }),
})
const single = z.object({ result: z.unknown() })
const messages = z.object({
  metadata: z.object({ status: z.array(z.object({ message: z.string() })).min(1) }),
})

type Query = Readonly<Record<string, string | number | undefined>>
type Rows<Row> = {
  schema: z.ZodType<Row>
  idOf: (row: Row) => string
  rowsMax: number
  /** Of all pages, where they are kept. */
  bytesMax?: number
}

export type BrapiClient = ReturnType<typeof brapiClient>

/**
 * A server of others that speaks BrAPI 2. What it answers is bounded: a page in bytes, a list in rows and pages, a call in time.
 * @throws DatabaseRefused, DatabaseUnsure
 */
export function brapiClient(address: DatabaseAddress) {
  const read = (path: string, query: Query) =>
    readAgain(address, () => ask(address, { method: 'GET', path: withQuery(path, query) }))
  return {
    async one<Row>(path: string, schema: z.ZodType<Row>): Promise<Row> {
      const { result } = parsed(single, (await read(path, {})).json, address)
      return parsed(schema, result, address)
    },
    /** Page by page, until the last one is read or the reader has enough. */
    async *rows<Row>(
      path: string,
      query: Query,
      { schema, idOf, rowsMax, bytesMax = Infinity }: Rows<Row>,
    ): AsyncGenerator<Row[]> {
      const ids = new Set<string>()
      let [bytes, first] = [0, '']
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const { json, length } = await read(path, { ...query, page, pageSize: PAGE_ROWS })
        const { metadata, result } = parsed(paged, json, address)
        const { totalPages, totalCount } = metadata?.pagination ?? {}
        const rows = await rowsOf(schema, result.data, address)
        const [next] = rows
        const isRepeated = next !== undefined && idOf(next) === first
        // Without pages of its own, a database sends all at once, again and again.
        const isOver = next === undefined || (isRepeated && page === 1 && typeof totalPages !== 'number')
        if (isRepeated && !isOver) throw refused(address, `It sends the same page of ${path} again and again`)
        if (!isOver) {
          first = idOf(next)
          for (const row of rows) ids.add(idOf(row))
          bytes += length
          if (ids.size > rowsMax)
            throw refused(address, `It has more than ${rowsMax.toLocaleString('en')} rows of ${path}`)
          if (bytes > bytesMax) throw refused(address, `It has more than ${bytesMax / MiB(1)} MB of ${path}`)
          yield rows
        }
        if (!isOver && (typeof totalPages !== 'number' || page + 1 < totalPages)) continue
        if (typeof totalCount === 'number' && ids.size < totalCount)
          throw refused(
            address,
            `Its pages of ${path} don’t fit together: ${ids.size} of ${totalCount} rows came. Try again`,
          )
        return
      }
      throw refused(address, `It has more than ${PAGES_MAX.toLocaleString('en')} pages of ${path}`)
    },
    /** Not tried again, and not broken off. */
    send: (method: 'POST' | 'PUT', path: string, body: unknown): Promise<unknown> =>
      ask({ ...address, signal: NEVER }, { method, path, body }),
  }
}

function withQuery(path: string, query: Query): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value))
  return `${path}?${parameters.toString()}`
}

type Asked = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: unknown }

/** What was begun to be sent is waited for, so that nobody sends it again beside it. */
const NEVER = new AbortController().signal

async function ask(
  { url, token, onlyPublic, signal }: DatabaseAddress,
  { method, path, body }: Asked,
): Promise<{ json: unknown; length: number }> {
  const answer = await call({
    method,
    url: `${url}/${path}`,
    headers: {
      accept: 'application/json',
      'user-agent': 'Skyfurrow',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    onlyPublic,
    seconds: SECONDS_MAX,
    bytesMax: PAGE_BYTES_MAX,
    signal,
  }).catch((error: unknown) => {
    if (!(error instanceof NotReached)) throw error
    if (error.isFinal) throw refused({ url }, error.message)
    throw new DatabaseUnsure(`${nameOf({ url })}: ${error.message}`)
  })
  const said = problemOf(answer)
  if (said === null) return { json: jsonOf({ url }, answer), length: answer.text.length }
  // Some repeat what they were sent.
  const problem = token === null ? said : said.replaceAll(token, '…')
  if (answer.status === 429 || answer.status >= 500) throw new DatabaseUnsure(`${nameOf({ url })}: ${problem}`)
  throw refused({ url }, problem)
}

/** Reading twice does no harm. */
async function readAgain<Read>(address: DatabaseAddress, read: () => Promise<Read>): Promise<Read> {
  for (const delay of address.isPatient ? READ_AGAIN_AFTER_MS : []) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof DatabaseUnsure)) throw error
      await wait(delay, undefined, { signal: address.signal })
    }
  }
  return read()
}

function problemOf({ status, contentType, text }: Answer): string | null {
  if (status >= 200 && status < 300) return contentType.includes('html') ? NO_BRAPI : null
  if (status >= 300 && status < 400) return 'It redirects to another address. Give that one'
  if (status === 401 || status === 403) return 'It refuses the token. It may have ended, or may not do this'
  const said = messageIn(text)
  if (status === 404) return said ?? 'It has no such call. The address usually ends in /brapi/v2'
  return said ?? `It answered ${status}`
}

const NO_BRAPI = 'It answers with a web page, not with BrAPI. The address usually ends in /brapi/v2'
const SAID_MAX = 300

function messageIn(text: string): string | null {
  try {
    const { metadata } = messages.parse(JSON.parse(text))
    return `It says: ${metadata.status
      .map(({ message }) => message)
      .join('; ')
      .slice(0, SAID_MAX)}`
  } catch {
    return null
  }
}

function jsonOf(address: Pick<DatabaseAddress, 'url'>, { text }: Answer): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refused(address, NO_BRAPI)
  }
}

function parsed<Read>(schema: z.ZodType<Read>, value: unknown, address: Pick<DatabaseAddress, 'url'>): Read {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  throw refused(address, `It does not answer as BrAPI 2 does (${issue?.path.join('.')}: ${issue?.message})`)
}

/** Row by row, as one that isn't as it should be is enough, and others have their turn between. */
async function rowsOf<Row>(
  schema: z.ZodType<Row>,
  rows: readonly unknown[],
  address: Pick<DatabaseAddress, 'url'>,
): Promise<Row[]> {
  if (rows.length > SENT_ROWS_MAX) throw refused(address, `It sends more than ${SENT_ROWS_MAX} rows at once`)
  const read: Row[] = []
  for (const row of rows) {
    read.push(parsed(schema, row, address))
    if (read.length % ROWS_AT_ONCE === 0) await nextTurn()
  }
  return read
}

const refused = (address: Pick<DatabaseAddress, 'url'>, problem: string): DatabaseRefused =>
  new DatabaseRefused(`${nameOf(address)}: ${problem}`)

const nameOf = ({ url }: Pick<DatabaseAddress, 'url'>): string => new URL(url).host
