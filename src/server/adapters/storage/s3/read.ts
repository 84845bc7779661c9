import { GetObjectCommand } from '@aws-sdk/client-s3'
import { AppError } from '#domain/errors.ts'
import type { Storage } from '../storage.ts'
import type { Bucket } from './client.ts'
import { findObject } from './complete.ts'
import { toAppError, unavailable } from './errors.ts'

/** How often in a row a read may be interrupted without a byte in between. */
const INTERRUPTIONS_MAX = 5

/** Resumes where it was when the connection is interrupted: a hundred GB take longer than most connections last. */
export async function* readObject(
  bucket: Bucket,
  { key, from = 0, to = Number.POSITIVE_INFINITY }: Parameters<Storage['read']>[0],
): AsyncGenerator<Uint8Array> {
  const object = await orAppError(bucket, findObject(bucket, key))
  if (!object) throw new AppError('not-found', 'This file is no longer available')
  const end = Math.min(to, object.size)
  let at = from
  for (let interruptions = 0; at < end; interruptions += 1) {
    if (interruptions > INTERRUPTIONS_MAX) throw unavailable()
    const body = await orAppError(bucket, openRange(bucket, { key, etag: object.etag, at, end }))
    try {
      for await (const piece of body) {
        at += piece.length
        interruptions = 0
        yield piece
      }
    } catch (error) {
      bucket.log.warn({ err: error, at }, 'object storage: read interrupted; resuming')
    }
  }
}

const orAppError = <T>({ log }: Bucket, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw toAppError(log, error)
  })

async function openRange(
  { client, name }: Bucket,
  { key, etag, at, end }: { key: string; etag: string; at: number; end: number },
): Promise<AsyncIterable<Uint8Array>> {
  const wanted = { Bucket: name, Key: key, IfMatch: etag, Range: `bytes=${at}-${end - 1}` }
  const { Body } = await client.send(new GetObjectCommand(wanted))
  if (!Body) throw new Error(`${key} came without a body`)
  return Body as AsyncIterable<Uint8Array>
}
