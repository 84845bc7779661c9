import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { displayFileName, storedFileName } from '#domain/file-names.ts'
import { hours, MiB } from '#domain/units.ts'
import type { Storage } from './storage.ts'

export type StorageUnderTest = {
  storage: Storage
  /** Sets the clock by which the store signs its links. */
  setNow(now: Date): void
  /** What the server behind the store does not do of HTTP; an object never changes under its key, so nothing is lost by it. */
  lacks?: readonly ('if-range' | 'size of an object beyond its end')[]
  close(): Promise<void>
}

const NOW = new Date()
const later = (ms: number): Date => new Date(NOW.getTime() + ms)
const newKey = (fileName = 'field 7.zip'): string => `${randomUUID()}/${randomUUID()}/${storedFileName(fileName, NOW)}`

/** What every store must do, whatever it is made of. Only the last part of an object may be shorter than 5 MiB. */
export function storageContract(name: string, open: () => Promise<StorageUnderTest>): void {
  describe(`storage contract: ${name}`, () => {
    let under: StorageUnderTest
    let storage: Storage
    const first = randomBytes(MiB(5) + 7)
    const second = randomBytes(70_001)
    const whole = Buffer.concat([first, second])

    beforeAll(async () => {
      under = await open()
      under.setNow(NOW)
      storage = under.storage
    })
    afterAll(() => under.close())

    const start = async (key = newKey()) => ({ key, ...(await storage.openUpload({ key })) })
    type Upload = Awaited<ReturnType<typeof start>>

    const partUrl = (upload: Upload, partNumber: number, bytes?: number): Promise<string> =>
      storage.signPart({ ...upload, partNumber, expiresAt: later(hours(1)), maxBytes: MiB(6), bytes })
    const send = async (upload: Upload, partNumber: number, body: Buffer) => {
      const answer = await put(await partUrl(upload, partNumber, body.length), body)
      expect(answer.status).toBe(200)
      return { partNumber, etag: (answer.headers.get('etag') ?? '').replaceAll('"', '') }
    }
    const sendBoth = async (upload: Upload) => [await send(upload, 1, first), await send(upload, 2, second)]
    const storeWhole = async (key = newKey()) => {
      const upload = await start(key)
      await storage.completeUpload({ ...upload, parts: await sendBoth(upload) })
      return upload
    }
    const openOnes = async (among: readonly Upload[]) => {
      const ids = new Set(among.map(({ uploadId }) => uploadId))
      const listed = []
      for await (const upload of storage.listUploads()) if (ids.has(upload.uploadId)) listed.push(upload)
      return listed
    }
    const downloadUrl = (upload: Upload, fileName = 'field 7.zip'): Promise<string> =>
      storage.signDownload({ key: upload.key, fileName, expiresAt: later(hours(1)) })
    const download = async (upload: Upload, headers: Record<string, string> = {}) =>
      fetch(await downloadUrl(upload), { headers })

    it('is empty before anything was put into it, and not with an open upload or an object', async () => {
      expect(await storage.isEmpty()).toBe(true)
      const upload = await start()
      expect(await storage.isEmpty()).toBe(false)
      const parts = await sendBoth(upload)
      await storage.completeUpload({ ...upload, parts })
      expect(await storage.isEmpty()).toBe(false)
      await storage.discard(upload)
      expect(await storage.isEmpty()).toBe(true)
    })

    it('F47: makes one object of its parts, in whatever order they arrive', async () => {
      const upload = await start()
      const two = await send(upload, 2, second)
      const one = await send(upload, 1, first)
      expect(await storage.listParts(upload)).toEqual([
        { ...one, size: first.length },
        { ...two, size: second.length },
      ])
      expect(await storage.completeUpload({ ...upload, parts: [one, two] })).toEqual({ size: whole.length })
      expect(await carries(await download(upload), whole)).toBe(true)
    })

    it('replaces a part that is sent again, and answers the same ETag for the same bytes', async () => {
      const upload = await start()
      const wrong = await send(upload, 2, first)
      const one = await send(upload, 1, first)
      const two = await send(upload, 2, second)
      expect(two.etag).not.toBe(wrong.etag)
      expect(await send(upload, 2, second)).toEqual(two)
      await refuses(storage.completeUpload({ ...upload, parts: [one, wrong] }), 'invalid')
      await storage.completeUpload({ ...upload, parts: [one, two] })
      expect(await carries(await download(upload), whole)).toBe(true)
    })

    it('keeps nothing of a part whose sender goes away, and lets an earlier one stand', async () => {
      const upload = await start()
      const one = await send(upload, 1, first)
      const again = storage.putPart({ ...upload, partNumber: 1, maxBytes: MiB(6), body: cutOff(second) })
      await expect(again).rejects.toThrow('cut off')
      expect(await storage.listParts(upload)).toEqual([{ ...one, size: first.length }])
    })

    it('takes a part from a stream within the process, up to its limit', async () => {
      const upload = await start()
      const limits = { maxBytes: second.length, partNumber: 1 }
      const longer = storage.putPart({ ...upload, ...limits, body: piecesOf(Buffer.concat([second, first])) })
      await refuses(longer, 'too-large')
      expect(await storage.listParts(upload)).toEqual([])
      const { etag, size } = await storage.putPart({ ...upload, ...limits, body: piecesOf(second) })
      expect(size).toBe(second.length)
      await storage.completeUpload({ ...upload, parts: [{ partNumber: 1, etag }] })
      expect(await carries(await download(upload), second)).toBe(true)
    })

    it('F46 F49: refuses a completion with a missing part, a wrong ETag or parts out of order, and stays open', async () => {
      const upload = await start()
      const one = await send(upload, 1, first)
      const absent = { partNumber: 2, etag: one.etag }
      await refuses(storage.completeUpload({ ...upload, parts: [one, absent] }), 'invalid')
      const two = await send(upload, 2, second)
      for (const parts of [[two, one], [one, { ...two, etag: one.etag }], [one, one], [two], []])
        await refuses(storage.completeUpload({ ...upload, parts }), 'invalid')
      expect((await download(upload)).status).toBe(404)
      expect(await storage.completeUpload({ ...upload, parts: [one, two] })).toEqual({ size: whole.length })
    })

    it('completes once, however often and however concurrently it is asked', async () => {
      const upload = await start()
      const parts = await sendBoth(upload)
      const complete = () => storage.completeUpload({ ...upload, parts })
      expect(await Promise.all([complete(), complete(), complete()])).toEqual(
        Array.from({ length: 3 }, () => ({ size: whole.length })),
      )
      expect(await complete()).toEqual({ size: whole.length })
      expect(await carries(await download(upload), whole)).toBe(true)
    })

    it('takes no part after completion', async () => {
      const upload = await start()
      const url = await partUrl(upload, 1)
      await storage.completeUpload({ ...upload, parts: await sendBoth(upload) })
      expect((await put(url, second)).status).toBe(404)
      await refuses(storage.listParts(upload), 'not-found')
      expect(await carries(await download(upload), whole)).toBe(true)
    })

    it('forgets an upload that is discarded', async () => {
      const upload = await start()
      const parts = await sendBoth(upload)
      const url = await partUrl(upload, 1)
      await storage.discard(upload)
      await storage.discard(upload)
      expect((await put(url, second)).status).toBe(404)
      await refuses(storage.listParts(upload), 'not-found')
      await refuses(storage.completeUpload({ ...upload, parts }), 'not-found')
      expect((await download(upload)).status).toBe(404)
    })

    it('leaves nothing of an upload that is completed and discarded at once', async () => {
      const uploads = await Promise.all(Array.from({ length: 6 }, () => start()))
      for (const [index, upload] of uploads.entries()) {
        const parts = [await send(upload, 1, second)]
        const complete = () => storage.completeUpload({ ...upload, parts }).catch((error: unknown) => error)
        const discard = () => storage.discard(upload)
        await Promise.all((index % 2 === 0 ? [complete, discard] : [discard, complete]).map((act) => act()))
        await refuses(storage.completeUpload({ ...upload, parts }), 'not-found')
        expect((await download(upload)).status).toBe(404)
      }
      expect(await openOnes(uploads)).toEqual([])
    })

    it('removes an object that is discarded, but not one made by another upload', async () => {
      const upload = await storeWhole()
      await storage.discard({ ...upload, uploadId: (await start()).uploadId })
      expect((await download(upload)).status).toBe(200)
      await storage.discard(upload)
      await storage.discard(upload)
      expect((await download(upload)).status).toBe(404)
    })

    it('knows no upload under an id or key that is not its own', async () => {
      const upload = await start()
      const other = await start()
      for (const stranger of [
        { key: other.key, uploadId: upload.uploadId },
        { key: upload.key, uploadId: randomBytes(16).toString('hex') },
        { key: upload.key, uploadId: '../../etc' },
      ]) {
        await refuses(storage.listParts(stranger), 'not-found')
        await storage.discard(stranger)
      }
      expect(await storage.listParts(upload)).toEqual([])
    })

    it('refuses a part of another length than the one its link was signed for', async () => {
      const upload = await start()
      const url = await partUrl(upload, 1, second.length)
      for (const body of [second.subarray(1), Buffer.concat([second, Buffer.from('x')])])
        expect((await put(url, body)).ok).toBe(false)
      expect(await storage.listParts(upload)).toEqual([])
      expect((await put(url, second)).status).toBe(200)
    })

    it('refuses links that have expired', async () => {
      const upload = await storeWhole()
      const fresh = await start()
      under.setNow(later(-hours(2)))
      const expiresAt = later(-hours(1))
      const stalePart = await storage.signPart({ ...fresh, partNumber: 1, expiresAt, maxBytes: MiB(6) })
      const staleDownload = await storage.signDownload({ key: upload.key, fileName: 'a.zip', expiresAt })
      under.setNow(NOW)
      expect((await put(stalePart, second)).status).toBe(403)
      expect((await fetch(staleDownload)).status).toBe(403)
      expect(await storage.listParts(fresh)).toEqual([])
    })

    it('refuses links used for another method', async () => {
      const upload = await storeWhole()
      const fresh = await start()
      const part = await partUrl(fresh, 1)
      for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'PATCH'])
        expect((await fetch(part, { method })).status).toBeOneOf([403, 405])
      const object = await downloadUrl(upload)
      for (const method of ['POST', 'DELETE', 'PATCH'])
        expect((await fetch(object, { method })).status).toBeOneOf([403, 405])
      expect((await put(object, second)).status).toBe(403)
      expect(await carries(await download(upload), whole)).toBe(true)
    })

    it('refuses links of which anything was changed', async () => {
      const upload = await storeWhole()
      const fresh = await start()
      const part = await partUrl(fresh, 1, second.length)
      const object = await downloadUrl(upload)
      for (const url of tamperedWith(part, (await start()).key))
        expect({ url, ok: (await put(url, second)).ok }).toEqual({ url, ok: false })
      for (const url of tamperedWith(object, (await storeWhole()).key))
        expect({ url, ok: (await fetch(url)).ok }).toEqual({ url, ok: false })
      expect(await storage.listParts(fresh)).toEqual([])
      expect((await put(part, second)).status).toBe(200)
    })

    it('reads an object from its first byte to its last, within the process', async () => {
      const upload = await storeWhole()
      expect((await gathered(storage.read(upload))).equals(whole)).toBe(true)
      for await (const piece of storage.read(upload)) expect(piece.length).toBeLessThanOrEqual(MiB(4))
    })

    it('reads a range of an object, within the process, as far as the object goes', async () => {
      const { key } = await storeWhole()
      const size = whole.length
      const ranges = [[0, 1], [first.length - 3, first.length + 4], [size - 5, size + 9], [7], [undefined, 3]] as const
      for (const [from, to] of [...ranges, [9, 9], [9, 3], [size], [size + 1, size + 2]] as const) {
        const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
        const read = await gathered(storage.read({ key, ...range }))
        expect(read.equals(whole.subarray(from, Math.max(from ?? 0, to ?? size))), `${from} to ${to}`).toBe(true)
      }
      await refuses(gathered(storage.read({ key: newKey(), from: 9, to: 9 })), 'not-found')
    })

    it('may be left in the middle of a read, and says when there is nothing to read', async () => {
      const upload = await storeWhole()
      for await (const piece of storage.read(upload)) {
        expect(piece.length).toBeGreaterThan(0)
        break
      }
      await storage.discard(upload)
      for (const { key } of [upload, await start()]) await refuses(firstOf(storage.read({ key })), 'not-found')
    })

    it('lists the uploads that are open', async () => {
      const [mine, stored, discarded] = [await start(), await storeWhole(), await start()]
      await send(mine, 1, second)
      await storage.discard(discarded)
      const listed = await openOnes([mine, stored, discarded])
      expect(listed).toEqual([{ ...mine, openedAt: expect.any(Date) }])
      expect(Math.abs((listed[0]?.openedAt.getTime() ?? 0) - NOW.getTime())).toBeLessThan(hours(1))
    })

    it('serves single ranges across parts, and says when there is none', async () => {
      const upload = await storeWhole()
      const size = whole.length
      const seam = first.length
      for (const [range, from, to] of [
        ['bytes=0-0', 0, 1],
        [`bytes=${seam - 3}-${seam + 2}`, seam - 3, seam + 3],
        [`bytes=${seam}-`, seam, size],
        ['bytes=-5', size - 5, size],
        [`bytes=${size - 1}-${size + 500}`, size - 1, size],
      ] as const) {
        const answer = await download(upload, { range })
        expect({ range, status: answer.status }).toEqual({ range, status: 206 })
        expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${size}`)
        expect(answer.headers.get('content-length')).toBe(String(to - from))
        expect(await carries(answer, whole.subarray(from, to))).toBe(true)
      }
      const beyond = await download(upload, { range: `bytes=${size}-` })
      expect(beyond.status).toBe(416)
      const told = under.lacks?.includes('size of an object beyond its end') ? null : `bytes */${size}`
      expect(beyond.headers.get('content-range')).toBe(told)
    })

    it('goes on with a download only while the object is the same one', async () => {
      const upload = await storeWhole()
      const head = await fetch(await downloadUrl(upload))
      await head.body?.cancel()
      const etag = head.headers.get('etag') ?? ''
      expect(etag).toMatch(/^".+"$/)
      expect(head.headers.get('accept-ranges')).toBe('bytes')
      expect((await download(upload, { range: 'bytes=9-', 'if-range': etag })).status).toBe(206)
      expect((await download(upload, { 'if-none-match': etag })).status).toBe(304)
      if (under.lacks?.includes('if-range')) return
      const changed = await download(upload, { range: 'bytes=9-', 'if-range': '"another"' })
      expect(changed.status).toBe(200)
      expect(await carries(changed, whole)).toBe(true)
    })

    it('keeps odd file names, in the link and in the download', async () => {
      for (const fileName of ODD_NAMES) {
        const upload = await start(newKey(fileName))
        const parts = [await send(upload, 1, second)]
        await storage.completeUpload({ ...upload, parts })
        const url = await downloadUrl(upload, fileName)
        expect(displayFileName(url)).toBe(fileName)
        const answer = await fetch(url)
        expect({ fileName, status: answer.status }).toEqual({ fileName, status: 200 })
        expect(answer.headers.get('content-type')).toBe('application/octet-stream')
        expect(savedName(answer)).toBe(fileName)
        expect(await carries(answer, second)).toBe(true)
      }
    })

    it('says that it can be written', async () => {
      await expect(storage.check()).resolves.toBeUndefined()
    })
  })
}

const ODD_NAMES = [
  'plot 7 (final) 100%.zip',
  'a+b&c=d;e,f.zip',
  '50%25 off.zip',
  'what?#fragment.zip',
  `it's "quoted".tif`,
  '[brackets]{braces}|^~`!*.zip',
  'champs de blé é.zip',
  '小麦田.zip',
  'תמונות שדה.zip',
  '🌾🚁.zip',
  '..hidden..',
  '%2e%2e%2fetc.zip',
  '長'.repeat(85),
]

const put = (url: string, body: Buffer): Promise<Response> =>
  fetch(url, { method: 'PUT', body: new Uint8Array(body), headers: { 'content-type': 'image/svg+xml' } })

const carries = async (answer: Response, bytes: Buffer): Promise<boolean> =>
  bytes.equals(Buffer.from(await answer.arrayBuffer()))

const refuses = (work: Promise<unknown>, code: string) => expect(work).rejects.toMatchObject({ name: 'AppError', code })

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 60_000) yield bytes.subarray(at, at + 60_000)
}

async function* cutOff(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
  throw new Error('cut off')
}

async function gathered(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const copies: Buffer[] = []
  for await (const piece of pieces) copies.push(Buffer.from(piece))
  return Buffer.concat(copies)
}

const firstOf = async (pieces: AsyncIterable<Uint8Array>): Promise<unknown> =>
  (await pieces[Symbol.asyncIterator]().next()).value

function savedName(answer: Response): string | undefined {
  const header = answer.headers.get('content-disposition') ?? ''
  expect(header).toMatch(/^attachment;/)
  const exact = /filename\*=UTF-8''(?<name>[\w!#$&+.^`|~%-]+)$/.exec(header)?.groups?.name
  return exact === undefined ? undefined : decodeURIComponent(exact)
}

/** The link with each of its values changed in turn, left out or added to, and with another key. */
function* tamperedWith(link: string, otherKey: string): Generator<string> {
  const { origin, pathname, searchParams } = new URL(link)
  const changed = (change: (query: URLSearchParams) => void): string => {
    const query = new URLSearchParams(searchParams)
    change(query)
    return `${origin}${pathname}?${query.toString()}`
  }
  for (const [name, value] of searchParams) {
    const other = /^\d+$/.test(value)
      ? String(Number(value) + 1)
      : `${value.startsWith('a') ? 'b' : 'a'}${value.slice(1)}`
    yield changed((query) => query.set(name, other))
    yield changed((query) => query.delete(name))
    yield changed((query) => query.append(name, other))
  }
  yield changed((query) => query.append('partNumber', '3'))
  yield `${origin}${pathname}`
  const here = pathname.split('/')
  const there = otherKey.split('/').map(encodeURIComponent)
  yield `${origin}${[...here.slice(0, -there.length), ...there].join('/')}?${searchParams.toString()}`
  yield `${origin}${pathname}x?${searchParams.toString()}`
}
