import { existsSync } from 'node:fs'
import { readdir, readlink, stat, truncate } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hours, MiB } from '#domain/units.ts'
import { storageContract } from '#server/adapters/storage/storage.contract.ts'
import { ALLOWED_ORIGIN, etagOf, put, serveLocalStorage } from './testing/serve-local-storage.ts'

storageContract('local', () => serveLocalStorage())

describe('signed URLs of the local store over HTTP', () => {
  let under: Awaited<ReturnType<typeof serveLocalStorage>>
  beforeAll(async () => {
    under = await serveLocalStorage()
  })
  afterAll(() => under.close())

  const expiresAt = new Date(Date.now() + hours(1))
  const open = async (fileName = 'a.zip') => {
    const key = `7/${crypto.randomUUID()}/1700000000000-${fileName}`
    return { key, ...(await under.storage.openUpload({ key })) }
  }
  const partUrl = (upload: { key: string; uploadId: string }, maxBytes = MiB(4)) =>
    under.storage.signPart({ ...upload, partNumber: 1, expiresAt, maxBytes })
  /** Of parts of which something has arrived. */
  const marks = async ({ uploadId }: { uploadId: string }) =>
    (await readdir(join(under.folder, 'open', uploadId))).filter((name) => /^\d{5}/.test(name))
  /** More than fits into the buffers between a sender and a receiver that does not read. */
  const storedLarge = async (character: string) => {
    const upload = await open()
    const url = await partUrl(upload, MiB(32))
    const etag = etagOf(await put(url, character.repeat(MiB(32))))
    await under.storage.completeUpload({ ...upload, parts: [{ partNumber: 1, etag }] })
    const { file = '' } = await under.storage.findObject(upload.key)
    return {
      file: join(under.folder, 'objects', file),
      url: await under.storage.signDownload({ key: upload.key, fileName: 'a.zip', expiresAt }),
    }
  }
  const stored = async () => {
    const upload = await open()
    const etag = etagOf(await put(await partUrl(upload), 'some bytes'))
    await under.storage.completeUpload({ ...upload, parts: [{ partNumber: 1, etag }] })
    return under.storage.signDownload({ key: upload.key, fileName: 'a.zip', expiresAt })
  }

  it('accepts a part of any type, with or without a length, and returns only its ETag', async () => {
    const upload = await open()
    const url = await partUrl(upload)
    const etags = new Set<string | null>()
    for (const type of ['application/zip', 'application/json', 'multipart/form-data', 'text/html', 'nonsense', '']) {
      const answer = await put(url, 'the same bytes', { 'content-type': type })
      expect({ type, status: answer.status }).toEqual({ type, status: 200 })
      expect(await answer.text()).toBe('')
      etags.add(answer.headers.get('etag'))
    }
    const chunked = await put(url, new Blob(['the same bytes']).stream())
    etags.add(chunked.headers.get('etag'))
    expect([...etags]).toEqual([expect.stringMatching(/^"[0-9a-f]+-[0-9a-f]+"$/)])
  })

  it('accepts a part larger than any limit on other bodies', async () => {
    const upload = await open()
    expect((await put(await partUrl(upload), 'x'.repeat(MiB(3)))).status).toBe(200)
    expect(await under.storage.listParts(upload)).toMatchObject([{ size: MiB(3) }])
  })

  it('rejects an empty part', async () => {
    const url = await partUrl(await open())
    for (const body of ['', new Blob([]).stream()])
      expect(await messageOf(await put(url, body))).toMatchObject({
        status: 400,
        envelope: { message: 'The part is empty' },
      })
  })

  it('rejects a part that is too long, with or without an announced length', async () => {
    const upload = await open()
    const url = await partUrl(upload, 5000)
    for (const body of ['x'.repeat(5001), new Blob(['x'.repeat(200_000)]).stream()])
      expect(await messageOf(await put(url, body))).toMatchObject({
        status: 413,
        envelope: { message: 'A part may have at most 4.88 KB' },
      })
    expect(await marks(upload)).toEqual([])
    expect(await bytesOnDisk(join(under.folder, 'open', upload.uploadId, 'data'))).toBe(0)
    expect((await put(url, 'x'.repeat(5000))).status).toBe(200)
  })

  it('aborts a rejected upload that does not stop sending', async () => {
    const upload = await open()
    const sending = request(await partUrl(upload, 5000), { method: 'PUT' })
    const closed = new Promise((resolve) => sending.once('close', resolve))
    sending.on('error', () => undefined)
    const pump = () => {
      while (!sending.destroyed && sending.write(Buffer.alloc(65_536)));
    }
    sending.on('drain', pump)
    const answer = new Promise<IncomingMessage>((resolve) => sending.once('response', resolve))
    pump()
    expect((await answer).statusCode).toBe(413)
    await closed
    await expect.poll(() => marks(upload)).toEqual([])
  })

  it('keeps the bytes of one part, however many PUTs arrive concurrently, and one of them wins', async () => {
    const upload = await open()
    const url = await partUrl(upload)
    const samples: number[] = []
    const readSize = async () => {
      const bytes = await bytesOnDisk(join(under.folder, 'open', upload.uploadId, 'data'))
      samples.push(bytes)
      return bytes
    }
    const senders = Array.from({ length: 25 }, () => slowPut(url, MiB(4)))
    for (const { sending } of senders) sending.write(Buffer.alloc(MiB(3)))
    const isLimited = async () => {
      const bytes = await readSize()
      return senders.filter(({ outcome }) => outcome.status === 409).length === 24 || bytes > MiB(4)
    }
    await expect.poll(isLimited, { interval: 1, timeout: 60_000 }).toBe(true)
    // The rest is still in memory.
    await expect.poll(readSize, { interval: 1, timeout: 60_000 }).toBeGreaterThan(0)
    expect(Math.max(...samples)).toBeLessThanOrEqual(MiB(4))

    const [winner] = senders.filter(({ outcome }) => outcome.status === undefined)
    winner?.sending.end(Buffer.alloc(MiB(1)))
    await expect.poll(() => winner?.outcome.status, { timeout: 60_000 }).toBe(200)
    const parts = await under.storage.listParts(upload)
    expect(parts).toMatchObject([{ partNumber: 1, size: MiB(4) }])
    expect(await marks(upload)).toEqual([`00001.${parts[0]?.etag}`])
  })

  it('aborts the older connection when a part is sent again', async () => {
    const upload = await open()
    const url = await partUrl(upload)
    const stale = slowPut(url, MiB(4))
    stale.sending.write(Buffer.alloc(MiB(2)))
    await expect.poll(() => marks(upload)).toHaveLength(1)
    expect((await put(url, 'the same part, by another connection')).status).toBe(200)
    await expect
      .poll(() => stale.outcome, { timeout: 60_000 })
      .toEqual({
        status: 409,
        message: 'A newer connection is sending this part, so this one was ended.',
      })
    expect(await under.storage.listPartials(upload)).toEqual([])
  })

  it('accepts several parts of an upload concurrently', async () => {
    const upload = await open()
    const urlOf = (partNumber: number) => under.storage.signPart({ ...upload, partNumber, expiresAt, maxBytes: MiB(4) })
    const senders = [slowPut(await urlOf(1), 10), slowPut(await urlOf(2), 10)]
    for (const { sending } of senders) sending.write('12345')
    await expect.poll(() => marks(upload)).toHaveLength(2)
    for (const { sending } of senders) sending.end('67890')
    await expect.poll(() => senders.map(({ outcome }) => outcome.status), { timeout: 60_000 }).toEqual([200, 200])
  })

  it('reports every invalid URL as invalid or expired', async () => {
    const download = await stored()
    const part = new URL(await partUrl(await open()))
    part.searchParams.set('partNumber', '2')
    const envelope = { statusCode: 403, message: 'This link is not valid or has expired' }
    const rejection = { status: 403, envelope }
    for (const url of [`${download}&more=1`, download.replace('?', 'x?'), download.split('?')[0] ?? ''])
      expect(await messageOf(await fetch(url))).toEqual(rejection)
    expect(await messageOf(await put(part.href, 'x'))).toEqual(rejection)
  })

  it('lists the allowed methods', async () => {
    for (const method of ['POST', 'DELETE', 'OPTIONS']) {
      const answer = await fetch(await stored(), { method })
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')).toBe('GET, HEAD, PATCH, PUT')
    }
  })

  it('serves files as attachments, and HEAD without a body', async () => {
    const url = await stored()
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(url, { method, headers: method === 'HEAD' ? { range: 'bytes=0-1' } : {} })
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-store',
        'content-disposition': `attachment; filename="a.zip"; filename*=UTF-8''a.zip`,
        'content-length': '10',
        'content-security-policy': "sandbox; default-src 'none'",
        'content-type': 'application/octet-stream',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      expect(await answer.text()).toBe(method === 'GET' ? 'some bytes' : '')
    }
  })

  it('answers unsupported ranges with the whole file', async () => {
    const url = await stored()
    for (const range of ['bytes=0-1,3-4', 'bytes=5-2', 'bytes=-', 'lines=1-2', 'bytes=a-b']) {
      const answer = await fetch(url, { headers: { range } })
      expect({ range, status: answer.status }).toEqual({ range, status: 200 })
      expect(await answer.text()).toBe('some bytes')
    }
    expect((await fetch(url, { headers: { range: 'bytes=-0' } })).status).toBe(416)
  })

  it('closes a file whose download is interrupted by the client', async () => {
    const { url, file } = await storedLarge('a')
    const receiving = request(url)
    receiving.on('error', () => undefined)
    const answer = new Promise<IncomingMessage>((resolve) => receiving.once('response', resolve))
    receiving.end()
    await new Promise((resolve) => void answer.then((one) => one.once('readable', resolve)))
    expect(await openFiles(under.folder)).toEqual(existsSync('/proc/self/fd') ? [file] : [])
    receiving.destroy()
    await expect.poll(() => openFiles(under.folder)).toEqual([])
  })

  it('F21: interrupts a download whose file is damaged, so that it never looks complete', async () => {
    const { url, file } = await storedLarge('b')
    await truncate(file, MiB(3))
    const answer = await fetch(url)
    expect(answer.headers.get('content-length')).toBe(String(MiB(32)))
    await expect(answer.arrayBuffer().then(({ byteLength }) => byteLength)).rejects.toThrow('terminated')
    await expect.poll(() => openFiles(under.folder)).toEqual([])
  })

  it('allows pages of the listed origins, and no others, to upload and to read the ETag', async () => {
    const url = await partUrl(await open())
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: ALLOWED_ORIGIN } })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
    const sent = await put(url, 'x', { origin: ALLOWED_ORIGIN })
    expect(sent.headers.get('access-control-allow-origin')).toBe(ALLOWED_ORIGIN)
    expect(sent.headers.get('access-control-expose-headers')).toMatch(/^ETag, /)
    const other = await put(url, 'x', { origin: 'https://evil.example.test' })
    expect(other.headers.get('access-control-allow-origin')).toBeNull()
  })
})

/** A PUT whose body a test sends step by step. */
function slowPut(url: string, bytes: number) {
  const sending = request(url, { method: 'PUT', headers: { 'content-length': bytes }, agent: false })
  const outcome: { status?: number | undefined; message?: string } = {}
  sending.on('error', () => undefined)
  sending.once('response', (response) => {
    let body = ''
    response.on('data', (chunk) => (body += chunk))
    response.on('end', () => {
      if (body !== '') outcome.message = (JSON.parse(body) as { message: string }).message
      outcome.status = response.statusCode
    })
  })
  return { sending, outcome }
}

/** 0 before there is such a file. */
const bytesOnDisk = (file: string): Promise<number> =>
  stat(file).then(
    ({ blocks }) => blocks * 512,
    () => 0,
  )

/** The open files of this process in a folder; empty where the system does not list them. */
async function openFiles(folder: string): Promise<string[]> {
  if (!existsSync('/proc/self/fd')) return []
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
  )
  return links.filter((link) => link.startsWith(folder))
}

async function messageOf(answer: Response) {
  const envelope: unknown = await answer.json()
  return { status: answer.status, envelope }
}
