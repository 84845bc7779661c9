import { readdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hours, KiB, MiB } from '#domain/units.ts'
import { partEtag } from '#domain/uploads.ts'
import { etagOf, put, serveLocalStorage } from './testing/serve-local-storage.ts'

const SIZE = MiB(3) + 100
const content = Buffer.from(Uint8Array.from({ length: SIZE }, (_, at) => (at * 31) % 251))
const etagOfFirst = (size: number) => partEtag({ crc: crc32(content.subarray(0, size)), size })

describe('an interrupted part of the embedded store', () => {
  let under: Awaited<ReturnType<typeof serveLocalStorage>>
  beforeAll(async () => {
    under = await serveLocalStorage()
  })
  afterAll(() => under.close())

  type Upload = { key: string; uploadId: string }
  const expiresAt = new Date(Date.now() + hours(1))
  const open = async (): Promise<Upload> => {
    const key = `7/${crypto.randomUUID()}/1700000000000-a.zip`
    return { key, ...(await under.storage.openUpload({ key })) }
  }
  const urlOfPart = (upload: Upload, partNumber = 1) =>
    under.storage.signPart({ ...upload, partNumber, expiresAt, maxBytes: MiB(4), bytes: SIZE })
  const start = async () => {
    const upload = await open()
    return { upload, url: await urlOfPart(upload) }
  }
  const temps = () => readdir(join(under.folder, 'tmp'))
  const partials = async ({ uploadId }: Upload) =>
    (await readdir(join(under.folder, 'open', uploadId))).filter((name) => name.endsWith('.partial'))
  const downloadOf = async (upload: Upload, etag: string) => {
    await under.storage.completeUpload({ ...upload, parts: [{ partNumber: 1, etag }] })
    const { key } = upload
    const answer = await fetch(await under.storage.signDownload({ key, fileName: 'a.zip', expiresAt }))
    return Buffer.from(await answer.arrayBuffer())
  }
  /** Resolves to the stored size after a PUT that was interrupted after this many bytes. Whole pages are stored. */
  const breakAfter = async (upload: Upload, url: string, bytes: number) => {
    const sending = request(url, { method: 'PUT', headers: { 'content-length': SIZE }, agent: false })
    sending.on('error', () => undefined)
    await new Promise((done) => sending.write(content.subarray(0, bytes), done))
    const kept = Math.floor(bytes / 4096) * 4096
    await expect.poll(() => partials(upload)).toHaveLength(1)
    sending.destroy()
    await expect.poll(() => under.storage.listPartials(upload)).toEqual([expect.objectContaining({ size: kept })])
    return kept
  }

  it('HEAD returns its stored size, and PATCH continues it to the same ETag as if it had arrived in one piece', async () => {
    const { upload, url } = await start()
    const kept = await breakAfter(upload, url, MiB(2) + 5000)
    expect(await under.storage.listPartials(upload)).toEqual([{ partNumber: 1, size: kept }])
    expect(await under.storage.listParts(upload)).toEqual([])
    const answer = await fetch(url, { method: 'HEAD' })
    expect(answer.status).toBe(204)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'upload-offset': String(kept),
      'upload-length': String(SIZE),
      'upload-complete': '?0',
      etag: `"${etagOfFirst(kept)}"`,
      'cache-control': 'private, no-store',
    })
    const sent = await append(url, kept)
    expect(sent.status).toBe(200)
    expect(etagOf(sent)).toBe(etagOfFirst(SIZE))
    expect([...(await temps()), ...(await partials(upload))]).toEqual([])
    expect((await downloadOf(upload, etagOf(sent))).equals(content)).toBe(true)
  })

  it('HEAD reports an empty part, and a complete one', async () => {
    const { url } = await start()
    const before = await fetch(url, { method: 'HEAD' })
    expect([before.headers.get('upload-offset'), before.headers.get('etag')]).toEqual(['0', null])
    const whole = etagOf(await put(url, text(content)))
    const after = await fetch(url, { method: 'HEAD' })
    expect([after.headers.get('upload-complete'), etagOf(after)]).toEqual(['?1', whole])
  })

  it('HEAD aborts the connection that still sends the part, and loses none of its bytes', async () => {
    const { upload, url } = await start()
    const stale = request(url, { method: 'PUT', headers: { 'content-length': SIZE }, agent: false })
    const ended = new Promise((done) => stale.once('response', ({ statusCode }) => done(statusCode)))
    stale.on('error', () => undefined)
    stale.write(content.subarray(0, MiB(2)))
    await expect.poll(async () => sizesOf(await under.storage.listPartials(upload))).not.toEqual([])
    await expect
      .poll(async () => Number((await fetch(url, { method: 'HEAD' })).headers.get('upload-offset')))
      .toBeGreaterThan(0)
    expect(await ended).toBe(409)
    const offset = Number((await fetch(url, { method: 'HEAD' })).headers.get('upload-offset'))
    expect(etagOf(await append(url, offset))).toBe(etagOfFirst(SIZE))
  })

  it('is resumed only at its offset, and only by a client that has the same bytes', async () => {
    const { upload, url } = await start()
    const kept = await breakAfter(upload, url, MiB(1))
    const cases: [number, Record<string, string>, Buffer | undefined][] = [
      [409, { 'upload-offset': '0' }, content],
      [409, { 'upload-offset': String(kept - 4096) }, content.subarray(kept - 4096)],
      [409, { 'upload-offset': String(kept + 4096) }, content.subarray(kept + 4096)],
      [412, { 'if-match': `"${partEtag({ crc: 1, size: kept })}"` }, undefined],
      [400, { 'upload-offset': '-1' }, undefined],
      [400, { 'upload-offset': '1e3' }, undefined],
      [400, { 'upload-offset': '99999999999999999999' }, undefined],
      [400, { 'upload-offset': '' }, undefined],
      [400, { 'upload-complete': '?0' }, undefined],
      [400, { 'if-match': '*' }, undefined],
      [400, { 'if-match': '"../../x"' }, undefined],
      [413, {}, Buffer.concat([content.subarray(kept), Buffer.alloc(1)])],
      [400, {}, content.subarray(kept, SIZE - 1)],
      [413, { 'upload-offset': String(SIZE) }, content.subarray(0, 1)],
    ]
    for (const [status, headers, body] of cases) {
      // The server closes a rejected connection after 100 ms. A client that had no time to read the response retries.
      const answer = await vi.waitFor(() => append(url, kept, { headers, ...(body ? { body } : {}) }), 60_000)
      const offset = status === 409 || status === 412 ? String(kept) : null
      const actual = { headers, status: answer.status, offset: answer.headers.get('upload-offset') }
      expect(actual).toEqual({ headers, status, offset })
    }
    expect(await under.storage.listPartials(upload)).toEqual([{ partNumber: 1, size: kept }])
    expect(etagOf(await append(url, kept))).toBe(etagOfFirst(SIZE))
    expect((await append(url, kept)).status).toBe(412)
  })

  it('is not replaced by a sender that expects it to be empty, and is by a plain PUT', async () => {
    const { upload, url } = await start()
    await breakAfter(upload, url, MiB(1))
    expect((await put(url, text(content), { 'if-none-match': '*' })).status).toBe(412)
    const other = Buffer.alloc(SIZE, 'x')
    const answer = await put(url, text(other))
    expect(await partials(upload)).toEqual([])
    expect((await put(url, text(content), { 'if-none-match': '*' })).status).toBe(412)
    expect((await downloadOf(upload, etagOf(answer))).equals(other)).toBe(true)
  })

  it('keeps nothing of rejected bytes, or of those sent to a complete part', async () => {
    const { upload, url } = await start()
    const kept = await breakAfter(upload, url, MiB(1))
    const chunked = new Blob([new Uint8Array(content.subarray(kept)), 'too long']).stream()
    const headers = { 'upload-offset': String(kept), 'upload-complete': '?1', 'if-match': `"${etagOfFirst(kept)}"` }
    const init = { method: 'PATCH', body: chunked, headers, duplex: 'half' as const }
    const longer = await fetch(url, init)
    expect(longer.status).toBe(413)
    expect([...(await temps()), ...(await partials(upload))]).toEqual([])
    await put(url, text(content))
    const again = request(url, { method: 'PUT', headers: { 'content-length': SIZE }, agent: false })
    again.on('error', () => undefined)
    again.write(Buffer.alloc(MiB(2)))
    await expect.poll(async () => (await temps()).length).toBe(1)
    again.destroy()
    await expect.poll(temps).toEqual([])
    expect(await partials(upload)).toEqual([])
  })

  it('continues with a new URL, but not with one for another part, an expired one, or one for reading', async () => {
    const { upload, url } = await start()
    const kept = await breakAfter(upload, url, MiB(1))
    const old = { ...upload, partNumber: 1, expiresAt: new Date(0), maxBytes: MiB(4), bytes: SIZE }
    const expired = await under.storage.signPart(old)
    const forged = url.replace('partNumber=1', 'partNumber=2')
    const reading = await under.storage.signDownload({ key: upload.key, fileName: 'partNumber=1', expiresAt })
    for (const link of [expired, forged]) {
      expect((await fetch(link, { method: 'HEAD' })).status).toBe(403)
      expect((await append(link, kept)).status).toBe(403)
    }
    expect((await append(reading, kept)).status).toBe(403)
    expect((await append(await urlOfPart(upload, 2), kept)).status).toBe(412)
    expect((await append(await urlOfPart(await open()), kept)).status).toBe(412)
    expect((await append(await urlOfPart(upload), kept)).status).toBe(200)
  })

  it('is deleted with its upload, also when that is cancelled or completed meanwhile', async () => {
    const { upload, url } = await start()
    const kept = await breakAfter(upload, url, MiB(1))
    await under.storage.discard(upload)
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(404)
    expect((await append(url, kept)).status).toBe(404)

    const second = await start()
    const keptThere = await breakAfter(second.upload, await urlOfPart(second.upload, 2), MiB(1))
    const etag = etagOf(await put(second.url, text(content)))
    const slow = slowAppend(await urlOfPart(second.upload, 2), keptThere)
    expect((await downloadOf(second.upload, etag)).equals(content)).toBe(true)
    slow.sending.end(content.subarray(keptThere))
    expect(await slow.status).toBe(404)
    expect(await temps()).toEqual([])
    const names = await readdir(join(under.folder, 'objects'), { recursive: true })
    expect(names.filter((name) => name.endsWith('.partial'))).toEqual([])
  })

  it('is completed by an empty PATCH when all its bytes had arrived', async () => {
    const upload = await open()
    const link = { ...upload, partNumber: 1, expiresAt, maxBytes: MiB(4), bytes: KiB(8) }
    const url = await under.storage.signPart(link)
    // As after a crash between the last byte and the mark of a whole part.
    const folder = join(under.folder, 'open', upload.uploadId)
    await writeFile(join(folder, 'data'), content.subarray(0, KiB(8)))
    await writeFile(join(folder, `00001.${etagOfFirst(KiB(8))}.0.partial`), '')
    const answer = await append(url, KiB(8), { body: Buffer.alloc(0) })
    expect([answer.status, etagOf(answer)]).toEqual([200, etagOfFirst(KiB(8))])
  })
})

const text = (bytes: Buffer) => new Blob([new Uint8Array(bytes)]).stream()
const sizesOf = (parts: readonly { size: number }[]) => parts.map(({ size }) => size)

type Change = { headers?: Record<string, string>; body?: Buffer }

/** Sends the rest of the part, as our own clients do, or with other headers. */
const append = (url: string, offset: number, { headers = {}, body = content.subarray(offset) }: Change = {}) =>
  fetch(url, {
    method: 'PATCH',
    body: new Uint8Array(body),
    headers: {
      'content-type': 'application/partial-upload',
      'upload-offset': String(offset),
      'upload-complete': '?1',
      'if-match': `"${etagOfFirst(offset)}"`,
      ...headers,
    },
  })

function slowAppend(url: string, offset: number) {
  const headers = {
    'content-length': SIZE - offset,
    'upload-offset': offset,
    'upload-complete': '?1',
    'if-match': `"${etagOfFirst(offset)}"`,
  }
  const sending = request(url, { method: 'PATCH', headers, agent: false })
  sending.on('error', () => undefined)
  sending.flushHeaders()
  const status = new Promise((done) => sending.once('response', (answer) => done(answer.resume().statusCode)))
  return { sending, status }
}
