import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hours, MiB } from '#domain/units.ts'
import {
  actionsOn,
  carries,
  NOW,
  newKey,
  put,
  refuses,
  type StorageUnderTest,
} from '#server/testing/doubles/storage-under-test.ts'
import { signedUrlsContract } from './signed-urls.contract.ts'
import type { Storage, UploadRef } from './storage.ts'

/** What every store must do, whatever it is made of. Only the last part of an object may be shorter than 5 MiB. */
export function storageContract(name: string, open: () => Promise<StorageUnderTest>): void {
  describe(`storage contract: ${name}`, () => {
    let under: StorageUnderTest
    let storage: Storage
    const { first, second, whole, start, partUrl, send, sendBoth, storeWhole, download } = actionsOn(() => under)

    beforeAll(async () => {
      under = await open()
      under.setNow(NOW)
      storage = under.storage
    })
    afterAll(() => under.close())

    const openOnes = async (among: readonly UploadRef[]) => {
      const ids = new Set(among.map(({ uploadId }) => uploadId))
      const listed = []
      for await (const upload of storage.listUploads()) if (ids.has(upload.uploadId)) listed.push(upload)
      return listed
    }

    it('is empty before anything was put into it, and not with an open upload or an object', async () => {
      expect(await storage.isEmpty()).toBe(true)
      const upload = await start()
      expect(await storage.isEmpty()).toBe(false)
      const parts = await sendBoth(upload)
      await storage.completeUpload({ ...upload, parts })
      expect(await storage.isEmpty()).toBe(false)
      await storage.remove(upload)
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

    it('leaves nothing of an upload that is completed, discarded and removed at once', async () => {
      const uploads = await Promise.all(Array.from({ length: 6 }, () => start()))
      for (const [index, upload] of uploads.entries()) {
        const parts = [await send(upload, 1, second)]
        const complete = () => storage.completeUpload({ ...upload, parts }).catch((error: unknown) => error)
        const discard = async () => {
          await storage.discard(upload)
          await storage.remove(upload)
        }
        await Promise.all((index % 2 === 0 ? [complete, discard] : [discard, complete]).map((act) => act()))
        await refuses(storage.completeUpload({ ...upload, parts }), 'not-found')
        expect((await download(upload)).status).toBe(404)
      }
      expect(await openOnes(uploads)).toEqual([])
    })

    it('removes an object by its key, and no other', async () => {
      const [upload, other] = [await storeWhole(), await storeWhole()]
      await storage.remove(upload)
      await storage.remove(upload)
      await storage.remove({ key: newKey() })
      expect((await download(upload)).status).toBe(404)
      expect((await download(other)).status).toBe(200)
    })

    it('keeps the object when its upload is discarded after completion, and completes it again all the same', async () => {
      const upload = await start()
      const parts = await sendBoth(upload)
      await storage.completeUpload({ ...upload, parts })
      await storage.discard(upload)
      expect(await carries(await download(upload), whole)).toBe(true)
      expect(await storage.completeUpload({ ...upload, parts })).toEqual({ size: whole.length })
    })

    it('does not end an open upload by removing the object of its key', async () => {
      const upload = await start()
      const parts = await sendBoth(upload)
      await storage.remove(upload)
      expect(await storage.completeUpload({ ...upload, parts })).toEqual({ size: whole.length })
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
      await storage.remove(upload)
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

    it('says that it can be written', async () => {
      await expect(storage.check()).resolves.toBeUndefined()
    })

    signedUrlsContract(() => under)
  })
}

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
