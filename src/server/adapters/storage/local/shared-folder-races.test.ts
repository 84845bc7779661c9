import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AppError } from '#domain/errors.ts'
import { KiB, MiB } from '#domain/units.ts'
import { partEtag } from '#domain/uploads.ts'
import { repetitions } from '#server/testing/faults/repetitions.ts'
import { uploadMissing } from '../storage.ts'
import { openLayout } from './layout.ts'
import { type LocalStorage, openLocalStorage } from './local-storage.ts'
import { makeObject } from './manifest.ts'
import { markCompletion, partsIn } from './parts.ts'

const ROUNDS = repetitions({ full: 300, short: 10 })

describe('a folder that two processes share', () => {
  let folder: string
  let one: LocalStorage
  let two: LocalStorage
  let key: string
  let uploadId: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sharing-'))
    one = await open('one')
    two = await open('two')
    await begin(0)
  })
  afterEach(() => rm(folder, { recursive: true }))

  const open = (sharer: string) =>
    openLocalStorage({
      folder,
      sharer,
      publicUrl: 'http://127.0.0.1:8340',
      signingKey: Buffer.alloc(32, 7),
      now: () => new Date(),
    })
  const begin = async (round: number) => {
    key = `7/3/${round}-field.zip`
    uploadId = (await one.openUpload({ key })).uploadId
  }
  const put = async (store: LocalStorage, text: string, partNumber = 1) => {
    const part = await store.putPart({ key, uploadId, partNumber, maxBytes: 100, body: said(text) })
    return { partNumber, etag: part.etag }
  }
  const content = async (store: LocalStorage) => {
    let text = ''
    for await (const piece of store.read({ key })) text += Buffer.from(piece).toString()
    return text
  }
  const hashOf = async (store: LocalStorage) => {
    let crc = 0
    for await (const piece of store.read({ key })) crc = crc32(piece, crc)
    return crc
  }
  const filesIn = async (place: string) => (await readdir(join(folder, place), { recursive: true })).filter(isFile)

  it('shows to one what the other has stored', async () => {
    const parts = [await put(one, 'wheat '), await put(two, 'field', 2)]
    expect(await two.listParts({ key, uploadId })).toMatchObject(parts)
    expect(await two.completeUpload({ key, uploadId, parts })).toEqual({ size: 11 })
    expect(await one.completeUpload({ key, uploadId, parts })).toEqual({ size: 11 })
    expect(await content(one)).toBe('wheat field')
    await one.remove({ key })
    await expect(content(two)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('keeps parts that other processes receive at start, and removes files unchanged for days', async () => {
    const gate = Promise.withResolvers<void>()
    const late = one.putPart({ key, uploadId, partNumber: 1, maxBytes: 100, body: said('late', gate.promise) })
    await mkdir(join(folder, 'tmp', 'never came back'))
    const old = join(folder, 'tmp', 'never came back', 'part')
    await writeFile(old, 'x')
    await utimes(old, 0, 0)
    await open('three')
    gate.resolve()
    expect(await late).toMatchObject({ size: 4 })
    expect(await filesIn('tmp')).toEqual([])
  })

  it('goes on with a part whose connection broke at another process, whether that one knows of it or not', async () => {
    const bytes = randomBytes(MiB(4))
    const part = { key, uploadId, partNumber: 1, maxBytes: MiB(4) }
    for (const knows of [true, false]) {
      const broken = Promise.withResolvers<never>()
      const first = one.putPart({ ...part, body: stopsAfter(bytes.subarray(0, MiB(3)), broken.promise) })
      // By then the first process has written all that it writes before more comes in.
      await expect.poll(async () => (await two.listPartials(part))[0]?.size ?? 0).toBeGreaterThanOrEqual(KiB(2560))
      if (knows) broken.reject(new Error('broken'))
      if (knows) await first.catch(() => undefined)
      const start = await two.getPartState(part)
      expect(start.size).toBeGreaterThanOrEqual(KiB(512))
      const rest = { ...part, start, body: inPieces(bytes.subarray(start.size)) }
      const sent = await two.appendPart(rest)
      expect(sent.etag).toBe(partEtag({ crc: crc32(bytes), size: bytes.length }))
      broken.reject(new Error('broken'))
      await expect(first).rejects.toThrow('broken')
      expect(await one.listPartials(part)).toEqual([])
      await begin(Number(knows) + 1)
      Object.assign(part, { key, uploadId })
    }
    expect(await filesIn('tmp')).toEqual([])
  })

  it('lets one of two processes go on with a part, or each, and never mixes their bytes', async () => {
    const bytes = randomBytes(MiB(1))
    for (let round = 1; round <= ROUNDS; round += 1) {
      await begin(round)
      const part = { key, uploadId, partNumber: 1, maxBytes: MiB(1) }
      await expect(one.putPart({ ...part, body: brokenAfter(bytes.subarray(0, 9000)) })).rejects.toThrow('broken')
      const start = await two.getPartState(part)
      expect(start.size).toBe(8192)
      const outcomes = await Promise.allSettled(
        [one, two].map((store) => store.appendPart({ ...part, start, body: inPieces(bytes.subarray(start.size)) })),
      )
      expect(outcomes.map(({ status }) => status)).toContain('fulfilled')
      const codes = outcomes.map((outcome) =>
        outcome.status === 'rejected' ? (outcome.reason as AppError).code : 'sent',
      )
      expect(['sent', 'conflict', 'precondition-failed']).toEqual(expect.arrayContaining(codes))
      const [whole] = await two.listParts(part)
      expect(whole).toMatchObject({ size: bytes.length, etag: partEtag({ crc: crc32(bytes), size: bytes.length }) })
      await one.completeUpload({ ...part, parts: [{ partNumber: 1, etag: whole?.etag ?? '' }] })
      expect(await hashOf(one)).toBe(crc32(bytes))
    }
    expect([...(await filesIn('tmp')), ...(await filesIn('open'))]).toEqual([])
  })

  it('completes once for two concurrent completions, with the same answer', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      await begin(round)
      const parts = [await put(one, 'wheat')]
      const complete = (store: LocalStorage) => store.completeUpload({ key, uploadId, parts })
      expect(await Promise.all([complete(one), complete(two)])).toEqual([{ size: 5 }, { size: 5 }])
      expect(await content(two)).toBe('wheat')
    }
  })

  it('loses no part of an object to the same part that comes in once more meanwhile', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      await begin(round)
      const parts = [await put(one, 'wheat')]
      const [, ...completed] = await Promise.allSettled([
        put(two, 'wheat'),
        one.completeUpload({ key, uploadId, parts }),
        two.completeUpload({ key, uploadId, parts }),
      ])
      expect(completed.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
      expect(await content(one)).toBe('wheat')
    }
    expect(await filesIn('objects')).toHaveLength(ROUNDS)
    expect(await filesIn('open')).toEqual([])
  })

  it('keeps what one has chosen for an object, whatever the other replaces before it is made', async () => {
    await put(one, 'wheat')
    const layout = await openLayout(folder, 'three')
    const upload = join(layout.open, uploadId)
    await markCompletion(upload)
    const parts = await partsIn(upload)
    await put(two, 'wheat')
    await makeObject(layout, { folder: upload, key, uploadId, parts })
    expect(await content(one)).toBe('wheat')
  })

  it('never mixes: of two other bytes for a part one counts for all', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      await begin(round)
      const sent = await Promise.all([put(one, 'wheat'), put(two, 'maize')])
      const [[there], [same]] = await Promise.all([one.listParts({ key, uploadId }), two.listParts({ key, uploadId })])
      expect(there).toEqual(same)
      const outcomes = await Promise.allSettled(
        sent.map((part) => one.completeUpload({ key, uploadId, parts: [part] })),
      )
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const winner = outcomes.findIndex(({ status }) => status === 'fulfilled')
      expect(await content(two)).toBe(['wheat', 'maize'][winner])
    }
  })

  it('is whole or not there when one completes what the other discards', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      await begin(round)
      const parts = [await put(one, 'wheat')]
      const [completed] = await Promise.allSettled([
        one.completeUpload({ key, uploadId, parts }),
        two.discard({ key, uploadId }),
      ])
      const failure: unknown = completed.status === 'rejected' ? completed.reason : uploadMissing()
      expect(failure).toMatchObject(uploadMissing())
      await expect(content(two).catch(({ code }: AppError) => code)).resolves.toMatch(/^(wheat|not-found)$/)
    }
  })
})

/** Of a part, or of one on its way. */
const isFile = (name: string): boolean => /\d{5}\.\d+\.[0-9a-f-]+$|part$|partial$|-\w{12}$/.test(name)

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 60_001) yield bytes.subarray(at, at + 60_001)
}

async function* brokenAfter(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
  throw new Error('broken')
}

async function* stopsAfter(bytes: Buffer, end: Promise<never>): AsyncGenerator<Buffer> {
  yield* inPieces(bytes)
  await end
}

async function* said(text: string, after?: Promise<void>): AsyncGenerator<Buffer> {
  await after
  yield Buffer.from(text)
}
