import { S3Client } from '@aws-sdk/client-s3'
import type { Logger } from 'pino'
import { minutes, seconds } from '#domain/units.ts'
import type { S3Settings } from './address.ts'

/** What every part of the S3 store works with. */
export type Bucket = { client: S3Client; name: string; log: Logger; now: () => Date }

const CONNECT_MS = seconds(5)
const ANSWER_MS = seconds(30)
/** A connection may be silent that long: while ten thousand parts are put together, nothing is said. */
const SILENCE_MS = minutes(5)

export const openBucket = (settings: S3Settings, { log, now }: Pick<Bucket, 'log' | 'now'>): Bucket => ({
  name: settings.bucket,
  log,
  now,
  client: new S3Client({
    region: settings.region,
    credentials: settings.credentials,
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint, forcePathStyle: true }),
    // Else a signed part URL carries the checksum of the body that was not there when it was signed.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    retryMode: 'standard',
    maxAttempts: 5,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: SILENCE_MS,
    },
  }),
})
