import { mkdir, rm } from 'node:fs/promises'
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3'
import { createKeyedMutex } from '../../../concurrency/keyed-mutex.ts'
import { openFreeSpace } from '../incoming/free-space.ts'
import type { Storage, UploadRef } from '../storage.ts'
import type { S3Settings } from './address.ts'
import { checkBucket } from './check.ts'
import { type Bucket, openBucket } from './client.ts'
import { completeUpload, discard, removeObject } from './complete.ts'
import { findCorsProblem } from './cors.ts'
import { withExplainedErrors } from './errors.ts'
import { listParts, putPart } from './parts.ts'
import { readObject } from './read.ts'
import { createSigner } from './signed-urls.ts'

/** Objects in a bucket of an S3-compatible server. Nothing else may use the bucket: `expire-uploads` discards unknown uploads. */
export type S3Storage = Storage & {
  /** Why pages of this origin can't send parts to the bucket, or undefined. Makes the calls of a browser on a real upload. */
  findCorsProblem(origin: string): Promise<string | undefined>
}

/** Only this process may use the scratch folder. It holds parts that pass through the server, as those of forms do. */
export async function openS3Storage({
  settings,
  scratch,
  ...rest
}: { settings: S3Settings; scratch: string } & Pick<Bucket, 'now' | 'log'>): Promise<S3Storage> {
  const bucket = openBucket(settings, rest)
  const runExclusive = createKeyedMutex()
  const explained = <T>(work: () => Promise<T>): Promise<T> => withExplainedErrors(bucket.log, work)
  await rm(scratch, { recursive: true, force: true })
  await mkdir(scratch, { recursive: true })
  const freeSpace = openFreeSpace(scratch)
  const storage: Storage = {
    ...createSigner(bucket),
    openUpload: ({ key }) => explained(() => openUpload(bucket, key)),
    putPart: (part) => explained(() => putPart(bucket, { scratch, freeSpace }, part)),
    listParts: (upload) => explained(() => listParts(bucket, upload)),
    resumesParts: false,
    listPartials: async () => [],
    completeUpload: (upload) => explained(() => runExclusive(upload.key, () => completeUpload(bucket, upload))),
    discard: (upload) => explained(() => runExclusive(upload.key, () => discard(bucket, upload))),
    remove: ({ key }) => explained(() => runExclusive(key, () => removeObject(bucket, key))),
    read: (object) => readObject(bucket, object),
    listUploads: () => uploadsIn(bucket),
    isEmpty: () => explained(() => isEmpty(bucket)),
    check: () => checkBucket(bucket),
  }
  return { ...storage, findCorsProblem: (origin) => findCorsProblem(storage, { origin, now: bucket.now }) }
}

async function openUpload({ client, name }: Bucket, key: string): Promise<{ uploadId: string }> {
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({
      Bucket: name,
      Key: key,
      // Whatever type the browser sent: no object is ever shown as a page.
      ContentType: 'application/octet-stream',
      ContentDisposition: 'attachment',
    }),
  )
  if (!UploadId) throw new Error('The object store opened an upload without an id')
  return { uploadId: UploadId }
}

async function* uploadsIn({ client, name, log }: Bucket): AsyncGenerator<UploadRef & { openedAt: Date }> {
  let page: ListMultipartUploadsCommandOutput | undefined
  do {
    const after = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker }
    const command = new ListMultipartUploadsCommand({ Bucket: name, ...after })
    page = await withExplainedErrors(log, () => client.send(command))
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Key === undefined || UploadId === undefined || Initiated === undefined) continue
      yield { key: Key, uploadId: UploadId, openedAt: Initiated }
    }
  } while (page.IsTruncated)
}

async function isEmpty(bucket: Bucket): Promise<boolean> {
  const { Contents = [] } = await bucket.client.send(new ListObjectsV2Command({ Bucket: bucket.name, MaxKeys: 1 }))
  if (Contents.length > 0) return false
  const { done } = await uploadsIn(bucket).next()
  return done === true
}
