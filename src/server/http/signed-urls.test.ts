import { stat } from 'node:fs/promises'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days } from '#domain/units.ts'
import { storageSnapshot } from '#server/testing/server/snapshot.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { sendParts, startArchive, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

const PART = 65_536
const content = Buffer.alloc(2 * PART, 3)

let server: TestServer
let staff: TestUser
let customer: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
  customer = await createUser(server)
})
afterAll(() => server.close())

/** Sent exactly as written: no library normalizes the URL. */
type Call = { method: string; path: string; query: string; headers?: Record<string, string> }

function send({ method, path, query, headers = {} }: Call): Promise<number> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const sending = request({ hostname, port, method, path: `${path}${query}`, headers }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
    sending.once('error', reject)
    sending.end(method === 'PUT' ? content.subarray(0, PART) : undefined)
  })
}

type Link = { url: URL; other: URL }
type Change = (link: Link) => Partial<Call>

const query = (change: (values: URLSearchParams) => void): Change => {
  return ({ url }) => {
    const values = new URLSearchParams(url.search)
    change(values)
    return { query: `?${values.toString()}` }
  }
}
const set = (name: string, value: string) => query((values) => values.set(name, value))
const without = (name: string) => query((values) => values.delete(name))
const path =
  (change: (path: string) => string): Change =>
  ({ url }) => ({ path: change(url.pathname) })
const from =
  (name: string): Change =>
  (link) =>
    set(name, link.other.searchParams.get(name) ?? '')(link)

/** How changed URLs are answered: `as made` is the status of the unchanged URL. */
const ANY_URL: [what: string, change: Change, status: number | 'unchanged'][] = [
  ['unchanged', () => ({}), 'unchanged'],
  ['parameters in another order', query((values) => values.sort()), 'unchanged'],
  ['another host in the header', () => ({ headers: { host: 'evil.example' } }), 'unchanged'],
  ['an invalid host', () => ({ headers: { host: '<script>' } }), 'unchanged'],
  ["an unknown user's token beside it", () => ({ headers: { authorization: 'Bearer nonsense' } }), 'unchanged'],

  ['the key of another object', ({ other }) => ({ path: other.pathname }), 403],
  ['a longer key', path((key) => `${key}x`), 403],
  ['a shorter key', path((key) => key.slice(0, -1)), 403],
  ['no key', path(() => '/storage/'), 403],
  ['an expiry in a year', set('expires', String(Date.now() + days(365))), 403],
  ['an expiry that is not a number', set('expires', 'NaN'), 403],
  ['a negative expiry', set('expires', '-1'), 403],
  ['no expiry', without('expires'), 403],
  ['no signature', without('signature'), 403],
  ['an empty signature', set('signature', ''), 403],
  ['a truncated signature', query((values) => values.set('signature', cut(values.get('signature')))), 403],
  ['a changed signature', query((values) => values.set('signature', changed(values.get('signature')))), 403],
  ['the signature twice', query((values) => values.append('signature', values.get('signature') ?? '')), 403],
  ['two signatures', query((values) => values.append('signature', 'x')), 403],
  ['the signature of another URL', from('signature'), 403],
  ['the expiry twice', query((values) => values.append('expires', String(Date.now() + days(9)))), 403],
  ['an additional parameter', set('more', '1'), 403],
  ['a prototype key as a parameter', query((values) => values.append('__proto__', 'x')), 403],
  ['no query', () => ({ query: '' }), 403],
  ['a second question mark', ({ url }) => ({ query: `?${url.search}` }), 403],
  ['a fragment', ({ url }) => ({ query: `${url.search}#x` }), 403],

  ['an encoded slash', path((key) => key.replace(/\/([^/]*)$/, '%2F$1')), 403],
  ['a slash encoded twice', path((key) => key.replace(/\/([^/]*)$/, '%252F$1')), 403],
  ['a doubled slash', path((key) => key.replace(/\/([^/]*)$/, '//$1')), 403],
  ['a backslash', path((key) => key.replace(/\/([^/]*)$/, '\\$1')), 403],
  ['a dot segment up and down again', path((key) => key.replace(/\/([^/]*)$/, '/x/../$1')), 403],
  ['an encoded dot segment', path((key) => key.replace(/\/([^/]*)$/, '/x/%2e%2e/$1')), 403],
  ['a dot segment without effect', path((key) => key.replace(/\/([^/]*)$/, '/./$1')), 403],
  ['a path traversal', path(() => '/storage/../../../../etc/passwd'), 403],
  ['a NUL', path((key) => `${key}%00`), 403],
  ['invalid percent-encoding', path((key) => `${key}%E0%A4%A`), 400],
  ['capitals in the prefix', path((key) => key.replace('/storage', '/Storage')), 404],

  ['POST', () => ({ method: 'POST' }), 405],
  ['DELETE', () => ({ method: 'DELETE' }), 405],
  ['OPTIONS', () => ({ method: 'OPTIONS' }), 405],
]

const cut = (signature: string | null) => (signature ?? '').slice(0, -1)
const changed = (signature: string | null) => `${signature?.startsWith('A') ? 'B' : 'A'}${(signature ?? '').slice(1)}`

const PART_URL: typeof ANY_URL = [
  ['GET', () => ({ method: 'GET' }), 403],
  ['HEAD', () => ({ method: 'HEAD' }), 204],
  ['PATCH without its headers', () => ({ method: 'PATCH' }), 400],
  ['the id of another upload', from('uploadId'), 403],
  ['another part', set('partNumber', '2'), 403],
  ['part 0', set('partNumber', '0'), 403],
  ['a higher limit', set('maxBytes', '9999999999'), 403],
  ['another length', set('bytes', '1'), 403],
  ...['uploadId', 'partNumber', 'maxBytes', 'bytes'].flatMap((name): typeof ANY_URL => [
    [`no ${name}`, without(name), 403],
    [`${name} twice`, query((values) => values.append(name, values.get(name) ?? '')), 403],
  ]),
]

const DOWNLOAD_URL: typeof ANY_URL = [
  ['PUT', () => ({ method: 'PUT' }), 403],
  ['HEAD', () => ({ method: 'HEAD' }), 'unchanged'],
  ['PATCH', () => ({ method: 'PATCH' }), 403],
  ['another name', set('fileName', 'x.html'), 403],
  ['no name', without('fileName'), 403],
  ['the name twice', query((values) => values.append('fileName', 'x.html')), 403],
]

/** An open upload of two parts; the second has arrived, the first has not. */
async function openUpload(person: TestUser) {
  const { data } = (await startArchive(server, person, { content, start: { fileName: `${crypto.randomUUID()}.zip` } }))
    .body
  const { preSignedUrls, uploadId } = data.preSignedUrl
  const withPart = (part: '1' | '2') => ({
    ...data,
    preSignedUrl: { ...data.preSignedUrl, preSignedUrls: { [part]: preSignedUrls[part] ?? '' } },
  })
  const completedParts = await sendParts(withPart('2'), content)
  return {
    url: new URL(preSignedUrls['1'] ?? ''),
    query: { uploadId, analysisRequestId: data.id },
    finish: async () => [...(await sendParts(withPart('1'), content)), ...completedParts],
  }
}

/** A download URL of the caller's own request. */
async function download(person: TestUser): Promise<URL> {
  await submitArchive(server, person)
  const { body } = await server.call('listMyAnalyses', { token: person.token })
  return new URL(body.data[0]?.fileUrls[0] ?? '')
}

/** What a rejected call must not change. */
const storedFiles = async () =>
  Promise.all([...(await storageSnapshot(server))].map(async (file) => [file, (await stat(file)).mtimeMs]))

/** The status of a changed URL, and whether the storage has changed. */
async function sendChanged(change: Change, { url, ...rest }: Link & { method: string }) {
  const before = await storedFiles()
  const status = await send({ method: rest.method, path: url.pathname, query: url.search, ...change({ url, ...rest }) })
  return { status, isUnchanged: JSON.stringify(await storedFiles()) === JSON.stringify(before) }
}

describe('an upload URL', () => {
  let link: Link
  beforeAll(async () => {
    link = { url: (await openUpload(customer)).url, other: (await openUpload(customer)).url }
  })

  test.each([...ANY_URL, ...PART_URL])('%s', async (_what, change, status) => {
    const { status: returned, isUnchanged } = await sendChanged(change, { ...link, method: 'PUT' })
    expect(returned).toBe(status === 'unchanged' ? 200 : status)
    expect(isUnchanged).toBe(status !== 'unchanged')
  })

  const STATES: [string, (upload: Awaited<ReturnType<typeof openUpload>>, person: TestUser) => Promise<unknown>][] = [
    [
      'completed',
      async ({ query: ref, finish }, { token }) =>
        server.call('completeUpload', { token, query: ref, body: await finish() }),
    ],
    ['cancelled', ({ query: ref }, { token }) => server.call('cancelUpload', { token, query: ref })],
    ['of a customer who was rejected', (_upload, person) => decide(person, 2)],
    ['of a customer who was put on hold', (_upload, person) => decide(person, 3)],
  ]
  test.each(STATES)('of an upload that was %s: 404', async (_what, end) => {
    const person = await createUser(server)
    const upload = await openUpload(person)
    await end(upload, person)
    const call = { method: 'PUT', path: upload.url.pathname, query: upload.url.search }
    await expect.poll(() => send(call)).toBe(404)
  })
})

const decide = (person: TestUser, status: 2 | 3) =>
  server.call('verifyUser', { token: staff.token, body: { userId: person.id, status, projectTypes: [] } })

describe('a download URL', () => {
  let link: Link
  beforeAll(async () => {
    link = { url: await download(customer), other: await download(await createUser(server)) }
  })

  test.each([...ANY_URL, ...DOWNLOAD_URL])('%s', async (_what, change, status) => {
    const answer = await sendChanged(change, { ...link, method: 'GET' })
    expect(answer).toEqual({ status: status === 'unchanged' ? 200 : status, isUnchanged: true })
  })
})

test('every signed URL expires: for a part after a day, for a download after an hour', async () => {
  const part = (await openUpload(customer)).url
  const file = await download(customer)
  const put = { method: 'PUT', path: part.pathname, query: part.search }
  const get = { method: 'GET', path: file.pathname, query: file.search }
  server.advance(days(1) / 24 - 5000)
  expect([await send(get), await send(put)]).toEqual([200, 200])
  server.advance(5000)
  expect([await send(get), await send(put)]).toEqual([403, 200])
  server.advance(days(1))
  expect([await send(get), await send(put)]).toEqual([403, 403])
})
