import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AppError } from '#domain/errors.ts'
import { MiB } from '#domain/units.ts'
import { partEtag } from '#domain/uploads.ts'
import { repetitions } from '#server/testing/faults/repetitions.ts'
import { uploadMissing } from '../storage.ts'
import { type LocalStorage, openLocalStorage } from './local-storage.ts'

const ROUNDS = repetitions({ full: 300, short: 10 })

describe('calls at the same time', () => {
  let folder: string
  let store: LocalStorage
  let key: string
  let uploadId: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'racing-'))
    store = await openLocalStorage({
      folder,
      publicUrl: 'http://127.0.0.1:8340',
      signingKey: Buffer.alloc(32, 7),
      now: () => new Date(),
    })
    await begin(0)
  })
  afterEach(() => rm(folder, { recursive: true }))

  const begin = async (round: number) => {
    key = `7/3/${round}-field.zip`
    uploadId = (await store.openUpload({ key })).uploadId
  }
  const put = async (text: string) => {
    const part = await store.putPart({ key, uploadId, partNumber: 1, maxBytes: 100, body: said(text) })
    return { partNumber: 1, etag: part.etag }
  }
  const content = async () => {
    let text = ''
    for await (const piece of store.read({ key })) text += Buffer.from(piece).toString()
    return text
  }
  const hashOf = async () => {
    let crc = 0
    for await (const piece of store.read({ key })) crc = crc32(piece, crc)
    return crc
  }
  const filesIn = async (place: string) => (await readdir(join(folder, place), { recursive: true })).filter(isFile)

  it('go on with a part, one of two or each, and never mix their bytes', async () => {
    const bytes = randomBytes(MiB(1))
    for (let round = 1; round <= ROUNDS; round += 1) {
      await begin(round)
      const part = { key, uploadId, partNumber: 1, maxBytes: MiB(1) }
      await expect(store.putPart({ ...part, body: brokenAfter(bytes.subarray(0, 9000)) })).rejects.toThrow('broken')
      const start = await store.getPartState(part)
      expect(start.size).toBe(8192)
      const outcomes = await Promise.allSettled(
        [1, 2].map(() => store.appendPart({ ...part, start, body: inPieces(bytes.subarray(start.size)) })),
      )
      expect(outcomes.map(({ status }) => status)).toContain('fulfilled')
      const codes = outcomes.map((outcome) =>
        outcome.status === 'rejected' ? (outcome.reason as AppError).code : 'sent',
      )
      expect(['sent', 'conflict', 'precondition-failed']).toEqual(expect.arrayContaining(codes))
      const [whole] = await store.listParts(part)
      expect(whole).toMatchObject({ size: bytes.length, etag: partEtag({ crc: crc32(bytes), size: bytes.length }) })
      await store.completeUpload({ ...part, parts: [{ partNumber: 1, etag: whole?.etag ?? '' }] })
      expect(await hashOf()).toBe(crc32(bytes))
    }
    expect([...(await filesIn('tmp')), ...(await filesIn('open'))]).toEqual([])
  })

  it('complete an upload once, with the same answer', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      await begin(round)
      const parts = [await put('wheat')]
      const complete = () => store.completeUpload({ key, uploadId, parts })
      expect(await Promise.all([complete(), complete()])).toEqual([{ size: 5 }, { size: 5 }])
      expect(await content()).toBe('wheat')
    }
  })

  it('lose no part of an object to the same part that comes in once more meanwhile', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      await begin(round)
      const parts = [await put('wheat')]
      const [, ...completed] = await Promise.allSettled([
        put('wheat'),
        store.completeUpload({ key, uploadId, parts }),
        store.completeUpload({ key, uploadId, parts }),
      ])
      expect(completed.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
      expect(await content()).toBe('wheat')
    }
    expect(await filesIn('objects')).toHaveLength(ROUNDS)
    expect(await filesIn('open')).toEqual([])
  })

  it('never mix: of two other bytes for a part one counts', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      await begin(round)
      const sent = await Promise.allSettled([put('wheat'), put('maize')])
      const [stored] = await store.listParts({ key, uploadId })
      const etags = sent.map((part) => (part.status === 'fulfilled' ? part.value.etag : 'ended by the other'))
      const counts = etags.indexOf(stored?.etag ?? '')
      await store.completeUpload({ key, uploadId, parts: [{ partNumber: 1, etag: etags[counts] ?? '' }] })
      expect(await content()).toBe(['wheat', 'maize'][counts])
    }
  })

  it('leave an object whole or not there when one completes what the other discards', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      await begin(round)
      const parts = [await put('wheat')]
      const [completed] = await Promise.allSettled([
        store.completeUpload({ key, uploadId, parts }),
        store.discard({ key, uploadId }),
      ])
      const failure: unknown = completed.status === 'rejected' ? completed.reason : uploadMissing()
      expect(failure).toMatchObject(uploadMissing())
      await expect(content().catch(({ code }: AppError) => code)).resolves.toMatch(/^(wheat|not-found)$/)
    }
  })
})

/** With the bytes of parts. */
const isFile = (name: string): boolean => /data$|-\w{12}$/.test(name)

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 60_001) yield bytes.subarray(at, at + 60_001)
}

async function* brokenAfter(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
  throw new Error('broken')
}

async function* said(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
