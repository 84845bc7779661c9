import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saidPlainly } from './durable.ts'
import { type LocalStorage, openLocalStorage } from './local.ts'

const KEY = '7/3/1700000000000-field 7.zip'

describe('the local store', () => {
  let folder: string
  let storage: LocalStorage
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'storage-'))
    storage = await reopen()
  })
  afterEach(() => rm(folder, { recursive: true }))

  const reopen = () =>
    openLocalStorage({
      folder,
      publicUrl: 'http://127.0.0.1:8340',
      signingKey: Buffer.alloc(32, 7),
      now: () => new Date(),
    })
  const put = async (uploadId: string, partNumber: number, text: string) => {
    const { etag } = await storage.putPart({ key: KEY, uploadId, partNumber, maxBytes: 100, body: said(text) })
    return { partNumber, etag }
  }
  const content = async () => {
    const object = await storage.findObject(KEY)
    return (await buffer(object.read({ start: 0, end: object.size }))).toString()
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

  it('lets a part that is sent again count, even after a crash before the earlier one was removed', async () => {
    const { uploadId } = await storage.openUpload({ key: KEY })
    const earlier = await put(uploadId, 1, 'earlier')
    const [file = ''] = (await names('open', uploadId)).filter((name) => name.endsWith(earlier.etag))
    await cp(join(folder, 'open', uploadId, file), join(folder, 'kept'))
    const later = await put(uploadId, 1, 'later')
    await cp(join(folder, 'kept'), join(folder, 'open', uploadId, file))
    expect(await storage.listParts({ key: KEY, uploadId })).toEqual([{ ...later, size: 5 }])
    await storage.completeUpload({ key: KEY, uploadId, parts: [later] })
    expect(await content()).toBe('later')
    expect((await names('objects')).filter((name) => name.endsWith(earlier.etag))).toEqual([])
  })

  it('keeps one copy of a part, however often it is sent', async () => {
    const { uploadId } = await storage.openUpload({ key: KEY })
    for (const text of ['one', 'one', 'another']) await put(uploadId, 1, text)
    expect((await names('open', uploadId)).filter((name) => name !== 'upload.json')).toHaveLength(1)
  })

  it('takes no path for the id of an upload', async () => {
    await writeFile(join(folder, 'upload.json'), JSON.stringify({ key: KEY }))
    const stranger = { key: KEY, uploadId: '..' }
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
    await storage.completeUpload({ key: KEY, uploadId, parts: [one] })
    gate.resolve()
    await expect(late).rejects.toMatchObject({ code: 'not-found' })
    expect(await content()).toBe('one')
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
    await storage.discard({ key: KEY, ...whole })
    expect((await names()).filter((name) => /\d{5}\.\d/.test(name))).toEqual([])
  })

  it('names no file after what people chose', async () => {
    const key = '7/3/1700000000000-..%2f..\\evil name.zip'
    const { uploadId } = await storage.openUpload({ key })
    const { etag } = await storage.putPart({ key, uploadId, partNumber: 1, maxBytes: 9, body: said('x') })
    await storage.completeUpload({ key, uploadId, parts: [{ partNumber: 1, etag }] })
    expect((await names()).join('\n')).toMatch(/^[0-9a-z./-]+(?:\n[0-9a-z./-]+)*$/)
  })

  it('fails a download whose file was cut on disk, and never serves other bytes for it', async () => {
    const { uploadId } = await storage.openUpload({ key: KEY })
    await storage.completeUpload({ key: KEY, uploadId, parts: [await put(uploadId, 1, 'whole')] })
    const [file = ''] = (await names('objects')).filter((name) => /\d{5}\.\d/.test(name))
    await writeFile(join(folder, 'objects', file), 'wh')
    await expect(content()).rejects.toThrow('shorter than its manifest says')
  })

  it('says in plain words that the disk is full', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    expect(saidPlainly(full)).toMatchObject({ code: 'storage-full', message: 'Storage is full. Try again later.' })
  })
})

async function* said(text: string, after?: Promise<void>): AsyncGenerator<Buffer> {
  await after
  yield Buffer.from(text)
}

async function* failing(): AsyncGenerator<Buffer> {
  yield Buffer.from('half')
  throw new Error('cut')
}
