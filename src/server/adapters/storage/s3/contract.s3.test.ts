import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { makeBucket, objectStore } from '#server/testing/doubles/object-store.ts'
import { storageContract } from '../storage.contract.ts'
import { openS3Storage } from './s3-storage.ts'

storageContract('a bucket of an S3 server', async () => {
  const { endpoint, credentials } = objectStore()
  const scratch = await mkdtemp(join(tmpdir(), 'parts-'))
  let now = new Date()
  const storage = await openS3Storage({
    settings: { bucket: await makeBucket(objectStore()), endpoint, region: 'us-east-1', credentials },
    scratch,
    log: pino({ level: 'warn' }),
    now: () => now,
  })
  return {
    storage,
    setNow: (to) => {
      now = to
    },
    lacks: ['if-range', 'size of an object beyond its end'],
    close: () => rm(scratch, { recursive: true }),
  }
})
