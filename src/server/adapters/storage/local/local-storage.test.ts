import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, open as openFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MiB } from '#domain/units.ts'
import { partEtag } from '#domain/uploads.ts'
import { BLOCK_BYTES } from '../incoming/buffer-pool.ts'
import { toStorageFullError } from '../incoming/durable-files.ts'
import { type LocalStorage, openLocalStorage } from './local-storage.ts'

const KEY = '7/3/1700000000000-field 7.zip'

describe('the local store', () => {
  let folder: string
  let storage: LocalStorage
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'storage-'))
    storage = await reopen()
  })
  afterEach(() => rm(folder, { recursive: true }))

  const reopen = (place = folder) =>
    openLocalStorage({
      folder: place,
      publicUrl: 'http://127.0.0.1:8340',
      signingKey: Buffer.alloc(32, 7),
      now: () => new Date(),
    })
  const put = async (uploadId: string, partNumber: number, text: string) => {
    const { etag } = await storage.putPart({ key: KEY, uploadId, partNumber, maxBytes: 100, body: said(text) })
    return { partNumber, etag }
  }
  const contentOf = async (key: string) => {
    const object = await storage.findObject(key)
    return gathered(object.read({ start: 0, end: object.size }))
  }
  const content = async () => (await contentOf(KEY)).toString()
  /** Whether the object has its own bytes, and not those of others that come in at the same time. */
  const storesItsOwn = async (index: number) => {
    const bytes = randomBytes(MiB(2) + index)
    const key = `${KEY}-${index}`
    const { uploadId } = await storage.openUpload({ key })
    const part = { key, uploadId, partNumber: 1, maxBytes: MiB(3) }
    const [{ etag }] = await Promise.all([
      storage.putPart({ ...part, body: inPieces(bytes, 10_007) }),
      expect(storage.putPart({ ...part, partNumber: 2, body: failing() })).rejects.toThrow('cut'),
    ])
    await storage.completeUpload({ key, uploadId, parts: [{ partNumber: 1, etag }] })
    return bytes.equals(await contentOf(key))
  }
  const names = async (...path: string[]) => readdir(join(folder, ...path), { recursive: true })

  it('goes on after a restart with the parts that had arrived', async () => {
    const { uploadId } = await storage.openUpload({ key: KEY })
    const one = await put(uploadId, 1, 'one, ')
    storage = await reopen()
    expect(await storage.listParts({ key: KEY, uploadId })).toEqual([{ ...one, size: 5 }])
    const two = await put(uploadId, 2, 'two')
    storage = await reopen()
    expect(await storage.completeUpload({ key: KEY, uploadId, parts: [one, two] })).toEqual({ size: 8 })
    storage = await reopen()
    expect(await storage.completeUpload({ key: KEY, uploadId, parts: [one, two] })).toEqual({ size: 8 })
    expect(await content()).toBe('one, two')
    expect(await names('open')).toEqual([])
  })

  it('goes on after a kill with what was noted of a part, if these bytes are on the disk', async () => {
    const { uploadId } = await storage.openUpload({ key: KEY, partBytes: MiB(10) })
    const bytes = randomBytes(MiB(9))
    const part = { key: KEY, uploadId, partNumber: 2, maxBytes: MiB(10) }
    const stopped = Promise.withResolvers<never>()
    const sending = storage.putPart({ ...part, body: stopsAfter(bytes, stopped.promise) })
    const noted = async () => (await storage.listPartials(part))[0]?.size ?? 0
    // All but what is less than a write, though nothing more comes.
    await expect.poll(noted).toBeGreaterThanOrEqual(MiB(8))
    const killed = [`${folder}-killed`, `${folder}-damaged`]
    for (const copy of killed) await cp(folder, copy, { recursive: true })
    stopped.reject(new Error('end'))
    await expect(sending).rejects.toThrow('end')

    const [whole, damaged] = [await reopen(killed[0]), await reopen(killed[1])]
    const { size, etag } = await whole.getPartState(part)
    expect(size).toBeGreaterThanOrEqual(MiB(8))
    expect(etag).toBe(partEtag({ crc: crc32(bytes.subarray(0, size)), size }))
    const sent = await whole.appendPart({
      ...part,
      start: { size, etag },
      body: inPieces(bytes.subarray(size), 60_001),
    })
    expect(sent).toEqual({ etag: partEtag({ crc: crc32(bytes), size: bytes.length }), size: bytes.length })

    const data = await openFile(join(`${folder}-damaged`, 'open', uploadId, 'data'), 'r+')
    await data.write(Buffer.from('lost'), 0, 4, MiB(10) + 5)
    await data.close()
    expect(await damaged.getPartState(part)).toEqual({ size: 0, etag: undefined, isWhole: false })
    expect(await damaged.listPartials(part)).toEqual([])
    for (const copy of killed) await rm(copy, { recursive: true })
  })

  it('removes what an earlier run left half done', async () => {
    await writeFile(join(folder, 'tmp', 'half-a-part'), 'x')
    await mkdir(join(folder, 'tmp', 'half-removed'))
    await writeFile(join(folder, 'tmp', 'half-removed', '00001.1.0-0'), 'x')
    await reopen()
    expect(await names('tmp')).toEqual([])
  })

  it('leaves nothing of a part whose sender fails, or of one with another length than announced', async () => {
    const { uploadId } = await storage.openUpload({ key: KEY })
    const part = { key: KEY, uploadId, partNumber: 1, maxBytes: 100 }
    await expect(storage.putPart({ ...part, body: failing() })).rejects.toThrow('cut')
    await expect(storage.putPart({ ...part, bytes: 4, body: said('abc') })).rejects.toMatchObject({ code: 'invalid' })
    await expect(storage.putPart({ ...part, bytes: 2, body: said('abc') })).rejects.toMatchObject({ code: 'too-large' })
    expect(await names('tmp')).toEqual([])
    expect(await storage.listParts({ key: KEY, uploadId })).toEqual([])
  })

  it('keeps one copy of a part, however often it is sent', async () => {
    const { uploadId } = await storage.openUpload({ key: KEY })
    for (const text of ['one', 'one', 'another']) await put(uploadId, 1, text)
    const another = partEtag({ crc: crc32('another'), size: 7 })
    expect((await names('open', uploadId)).sort()).toEqual([`00001.${another}`, 'data', 'upload.json'])
  })

  it('takes no path for the id of an upload', async () => {
    await writeFile(join(folder, 'upload.json'), JSON.stringify({ key: KEY }))
    const stranger = { key: KEY, uploadId: '../..' }
    await expect(storage.listParts(stranger)).rejects.toMatchObject({ code: 'not-found' })
    await storage.discard(stranger)
    expect(await names()).toContain('upload.json')
  })

  it('drops a part that comes in while its upload is completed or discarded', async () => {
    const { uploadId } = await storage.openUpload({ key: KEY })
    const one = await put(uploadId, 1, 'one')
    const gate = Promise.withResolvers<void>()
    const part = { key: KEY, uploadId, partNumber: 1, maxBytes: 100 }
    const late = storage.putPart({ ...part, body: said('late', gate.promise) })
    const second = storage.putPart({ ...part, partNumber: 2, body: said('late', gate.promise) })
    const refused = Promise.all([late, second].map((sent) => expect(sent).rejects.toMatchObject({ code: 'not-found' })))
    await storage.completeUpload({ key: KEY, uploadId, parts: [one] })
    gate.resolve()
    await refused
    expect(await content()).toBe('one')
    const { file = '' } = await storage.findObject(KEY)
    expect(await readFile(join(folder, 'objects', file), 'utf8')).toBe('one')
    expect(await names('tmp')).toEqual([])
  })

  it('refuses to complete an upload a second time with other parts', async () => {
    const { uploadId } = await storage.openUpload({ key: KEY })
    const one = await put(uploadId, 1, 'one')
    await storage.completeUpload({ key: KEY, uploadId, parts: [one] })
    const other = [{ partNumber: 1, etag: 'ffffffff-3' }]
    await expect(storage.completeUpload({ key: KEY, uploadId, parts: other })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('never replaces the object of another upload', async () => {
    const [mine, other] = [await storage.openUpload({ key: KEY }), await storage.openUpload({ key: KEY })]
    const parts = [await put(mine.uploadId, 1, 'mine'), await put(other.uploadId, 1, 'other')] as const
    await storage.completeUpload({ key: KEY, uploadId: mine.uploadId, parts: [parts[0]] })
    const second = storage.completeUpload({ key: KEY, uploadId: other.uploadId, parts: [parts[1]] })
    await expect(second).rejects.toMatchObject({ code: 'conflict' })
    expect(await content()).toBe('mine')
  })

  it('frees the space of what is discarded', async () => {
    const open = await storage.openUpload({ key: KEY })
    await put(open.uploadId, 1, 'one')
    await storage.discard({ key: KEY, ...open })
    const whole = await storage.openUpload({ key: KEY })
    await storage.completeUpload({ key: KEY, ...whole, parts: [await put(whole.uploadId, 1, 'one')] })
    await storage.remove({ key: KEY })
    expect((await names()).filter((name) => name.endsWith('data'))).toEqual([])
  })

  it('names no file after what people chose', async () => {
    const key = '7/3/1700000000000-..%2f..\\evil name.zip'
    const { uploadId } = await storage.openUpload({ key })
    const { etag } = await storage.putPart({ key, uploadId, partNumber: 1, maxBytes: 9, body: said('x') })
    await storage.completeUpload({ key, uploadId, parts: [{ partNumber: 1, etag }] })
    expect((await names()).join('\n')).toMatch(/^[0-9a-z./-]+(?:\n[0-9a-z./-]+)*$/)
  })

  it('F21: fails a download whose file was cut on disk, and never serves other bytes for it', async () => {
    const { uploadId } = await storage.openUpload({ key: KEY })
    await storage.completeUpload({ key: KEY, uploadId, parts: [await put(uploadId, 1, 'whole')] })
    const [file = ''] = (await names('objects')).filter((name) => name.endsWith('data'))
    await writeFile(join(folder, 'objects', file), 'wh')
    await expect(content()).rejects.toThrow('shorter than its manifest says')
  })

  it('stores parts of any length, whatever the pieces in which they come', async () => {
    const { uploadId } = await storage.openUpload({ key: KEY })
    const sizes = [1, 4095, 4096, 4097, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, MiB(9) + 4097]
    const parts = sizes.map((size) => randomBytes(size))
    const listed = []
    for (const [index, bytes] of parts.entries()) {
      const part = { key: KEY, uploadId, partNumber: index + 1, maxBytes: MiB(10), bytes: bytes.length }
      const { etag } = await storage.putPart({ ...part, body: inPieces(bytes, index % 2 === 0 ? 60_001 : MiB(20)) })
      expect(etag).toBe(partEtag({ crc: crc32(bytes), size: bytes.length }))
      listed.push({ partNumber: part.partNumber, etag })
    }
    await storage.completeUpload({ key: KEY, uploadId, parts: listed })
    const whole = Buffer.concat(parts)
    expect(whole.equals(await contentOf(KEY))).toBe(true)
    const [start, end] = [4095, whole.length - MiB(1) - 3]
    const middle = await gathered((await storage.findObject(KEY)).read({ start, end }))
    expect(whole.subarray(start, end).equals(middle)).toBe(true)
  })

  it('keeps the bytes of many uploads and downloads at once apart', async () => {
    const stored = await Promise.all(Array.from({ length: 30 }, (_, index) => storesItsOwn(index)))
    expect(new Set(stored)).toEqual(new Set([true]))
  })

  it('says in plain words that the disk is full', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    expect(toStorageFullError(full)).toMatchObject({
      code: 'storage-full',
      message: 'Storage is full. Try again later.',
    })
  })
})

async function* said(text: string, after?: Promise<void>): AsyncGenerator<Buffer> {
  await after
  yield Buffer.from(text)
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** A piece that is read changes when the next one is asked for. */
async function gathered(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const copies: Buffer[] = []
  for await (const piece of pieces) copies.push(Buffer.from(piece))
  return Buffer.concat(copies)
}

async function* stopsAfter(bytes: Buffer, end: Promise<never>): AsyncGenerator<Buffer> {
  yield* inPieces(bytes, 60_001)
  await end
}

async function* failing(): AsyncGenerator<Buffer> {
  yield Buffer.from('half')
  throw new Error('cut')
}
