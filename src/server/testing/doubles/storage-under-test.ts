import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { storedFileName } from '#domain/file-names.ts'
import { hours, MiB } from '#domain/units.ts'
import type { Storage, UploadRef } from '#server/adapters/storage/storage.ts'

export type StorageUnderTest = {
  storage: Storage
  /** Sets the clock that the store uses for signed URLs. */
  setNow(now: Date): void
  /** HTTP features that the server behind the store lacks. They are not needed, as an object never changes under its key. */
  lacks?: readonly ('if-range' | 'size of an object beyond its end')[]
  close(): Promise<void>
}

export const NOW = new Date()
export const later = (ms: number): Date => new Date(NOW.getTime() + ms)
export const newKey = (fileName = 'field 7.zip'): string =>
  `${randomUUID()}/${randomUUID()}/${storedFileName(fileName, NOW)}`

/** Common actions of the storage contract tests. */
export function actionsOn(under: () => StorageUnderTest) {
  const storage = (): Storage => under().storage
  const first = randomBytes(MiB(5) + 7)
  const second = randomBytes(70_001)
  const whole = Buffer.concat([first, second])

  const start = async (key = newKey()): Promise<UploadRef> => ({ key, ...(await storage().openUpload({ key })) })
  const partUrl = (upload: UploadRef, partNumber: number, bytes?: number): Promise<string> =>
    storage().signPart({ ...upload, partNumber, expiresAt: later(hours(1)), maxBytes: MiB(6), bytes })
  const send = async (upload: UploadRef, partNumber: number, body: Buffer) => {
    const answer = await put(await partUrl(upload, partNumber, body.length), body)
    expect(answer.status).toBe(200)
    return { partNumber, etag: (answer.headers.get('etag') ?? '').replaceAll('"', '') }
  }
  const sendBoth = async (upload: UploadRef) => [await send(upload, 1, first), await send(upload, 2, second)]
  const storeWhole = async (key = newKey()) => {
    const upload = await start(key)
    await storage().completeUpload({ ...upload, parts: await sendBoth(upload) })
    return upload
  }
  const downloadUrl = (upload: UploadRef, fileName = 'field 7.zip'): Promise<string> =>
    storage().signDownload({ key: upload.key, fileName, expiresAt: later(hours(1)) })
  const download = async (upload: UploadRef, headers: Record<string, string> = {}) =>
    fetch(await downloadUrl(upload), { headers })
  return { first, second, whole, start, partUrl, send, sendBoth, storeWhole, downloadUrl, download }
}

export const put = (url: string, body: Buffer): Promise<Response> =>
  fetch(url, { method: 'PUT', body: new Uint8Array(body), headers: { 'content-type': 'image/svg+xml' } })

export const carries = async (answer: Response, bytes: Buffer): Promise<boolean> =>
  bytes.equals(Buffer.from(await answer.arrayBuffer()))

export const refuses = (work: Promise<unknown>, code: string) =>
  expect(work).rejects.toMatchObject({ name: 'AppError', code })
