import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hours, KiB } from '#domain/units.ts'
import { PART_BYTES } from '#domain/uploads.ts'
import { NGINX } from '#server/testing/has-nginx.ts'
import { freePort } from '#server/testing/processes/free-port.ts'
import { ALLOWED_ORIGIN, etagOf, put, serveLocalStorage } from './testing/serve-local-storage.ts'

/** The file that operators copy, and the same product without nginx. */
const CONF = readFileSync('ops/nginx/skyfurrow.conf', 'utf8')

/** Not whole pages: what is written behind its end is no part of it. */
const content = Buffer.from(Array.from({ length: KiB(200) + 7 }, (_, at) => (at * 31) % 251))
const PLACE = KiB(64)

let folder: string
let nginx: ChildProcess
let under: Awaited<ReturnType<typeof serveLocalStorage>>
let front: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'behind-nginx-'))
  under = await serveLocalStorage(undefined, { nginxSendsFiles: true })
  front = `http://127.0.0.1:${await freePort()}`
  nginx = await startNginx()
})
afterAll(async () => {
  nginx.kill()
  await once(nginx, 'exit')
  await under.close()
  rmSync(folder, { recursive: true })
})

async function startNginx(): Promise<ChildProcess> {
  const changes: [string, string][] = [
    ['listen 443 ssl;', `listen ${new URL(front).host};`],
    ['  ssl_certificate /etc/nginx/skyfurrow.pem;\n', ''],
    ['  ssl_certificate_key /etc/nginx/skyfurrow.key;\n', ''],
    ['/var/log/nginx/skyfurrow.log', join(folder, 'access.log')],
    ['/var/log/nginx/skyfurrow-error.log', join(folder, 'site-error.log')],
    ['server 127.0.0.1:8080;', `server ${new URL(await origin()).host};`],
    ['/var/lib/skyfurrow/objects/objects/', `${join(under.folder, 'objects')}/`],
  ]
  let site = CONF
  for (const [from, to] of changes) {
    expect(site).toContain(from)
    site = site.replace(from, to)
  }
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name))
  const conf = join(folder, 'nginx.conf')
  const temps = ['proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    conf,
    `${user} daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
     http { client_body_temp_path ${folder}/body; ${temps}
     ${site} }`,
  )
  const child = spawn(NGINX, ['-e', join(folder, 'error.log'), '-c', conf], { stdio: 'inherit' })
  await vi.waitFor(() => fetch(front), { timeout: 60_000 })
  return child
}

const origin = async () =>
  new URL(await under.storage.signDownload({ key: 'a/0-a', fileName: 'a', expiresAt: new Date() })).origin

/** Stored by way of nginx, in parts of these sizes. The links are those by way of nginx, and past it. */
async function stored(sizes: readonly number[], partBytes = PLACE) {
  const key = `7/${crypto.randomUUID()}/1700000000000-field.tif`
  const upload = { key, ...(await under.storage.openUpload({ key, partBytes })) }
  const expiresAt = new Date(Date.now() + hours(1))
  const parts: { partNumber: number; etag: string }[] = []
  let at = 0
  for (const [index, bytes] of sizes.entries()) {
    const part = { ...upload, partNumber: index + 1, expiresAt, maxBytes: PART_BYTES }
    const url = (await under.storage.signPart(part)).replace(await origin(), front)
    const sent = await put(url, new Blob([content.subarray(at, (at += bytes))]).stream())
    expect(sent.status).toBe(200)
    parts.push({ partNumber: index + 1, etag: etagOf(sent) })
  }
  await under.storage.completeUpload({ ...upload, parts })
  const link = { key, fileName: 'field.tif', expiresAt, inline: 'image/png', cacheSeconds: 60 } as const
  const url = await under.storage.signDownload(link)
  return { url: url.replace(await origin(), front), past: url }
}

const WHOLE = [PLACE, PLACE, PLACE, content.length - 3 * PLACE]

test('a file is sent by nginx, with the headers that the product gives it', async () => {
  const { url, past } = await stored(WHOLE)
  const told = await fetch(past, { headers: { origin: ALLOWED_ORIGIN } })
  expect(told.headers.get('x-accel-redirect')).toMatch(/^\/stored-objects\/[0-9a-f]{2}\/[0-9a-f]{64}\/data$/)
  expect(await told.text()).toBe('')

  const answer = await fetch(url, { headers: { origin: ALLOWED_ORIGIN } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-length')).toBe(String(content.length))
  expect(answer.headers.get('x-accel-redirect')).toBeNull()
  for (const name of [
    'content-type',
    'content-disposition',
    'cache-control',
    'content-security-policy',
    'x-content-type-options',
    'cross-origin-resource-policy',
    'referrer-policy',
    'access-control-allow-origin',
    'access-control-expose-headers',
    'vary',
  ])
    expect([name, answer.headers.get(name)]).toEqual([name, told.headers.get(name) ?? 'told'])
  expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)

  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(content.length)])
})

test('nginx answers ranges, and what a client has already', async () => {
  const { url } = await stored(WHOLE)
  const range = await fetch(url, { headers: { range: `bytes=${PLACE - 3}-${PLACE + 4}` } })
  expect([range.status, range.headers.get('content-range')]).toEqual([
    206,
    `bytes ${PLACE - 3}-${PLACE + 4}/${content.length}`,
  ])
  expect(Buffer.from(await range.arrayBuffer())).toEqual(content.subarray(PLACE - 3, PLACE + 5))
  const etag = range.headers.get('etag') ?? ''
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  const changed = await fetch(url, { headers: { range: 'bytes=0-1', 'if-range': '"other"' } })
  expect(changed.status).toBe(200)
})

test('a file in shorter parts, which lie apart on the disk, is sent by the product', async () => {
  const { url, past } = await stored([1000, 2000, 500])
  expect((await fetch(past)).headers.get('x-accel-redirect')).toBeNull()
  const answer = await fetch(url, { headers: { range: 'bytes=998-3200' } })
  expect(answer.status).toBe(206)
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(content.subarray(998, 3201))
})

test('nobody reads a stored file without a link', async () => {
  const { url, past } = await stored(WHOLE)
  const place = (await fetch(past)).headers.get('x-accel-redirect') ?? ''
  expect((await fetch(front + place)).status).toBe(404)
  expect((await fetch(`${url}0`)).status).toBe(403)
})

const log = (name: string) => readFileSync(join(folder, name), 'utf8')

test('no log of nginx keeps a signature, also of a file that is gone', async () => {
  const { url, past } = await stored(WHOLE)
  const place = (await fetch(past)).headers.get('x-accel-redirect') ?? ''
  rmSync(join(under.folder, place.replace('/stored-objects', 'objects')))
  expect((await fetch(url)).status).toBe(404)
  // nginx writes it once the answer is sent.
  await vi.waitFor(() => expect(log('access.log')).toContain(`GET ${place}" 404`))
  expect(['access.log', 'site-error.log', 'error.log'].map(log).join('')).not.toMatch(/signature|expires/)
})
