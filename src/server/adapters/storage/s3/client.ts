import { S3Client } from '@aws-sdk/client-s3'
import type { Logger } from 'pino'
import { minutes, seconds } from '#domain/units.ts'
import type { S3Settings } from './address.ts'

/** What all calls to the S3 store need. */
export type Bucket = { client: S3Client; name: string; log: Logger; now: () => Date }

const CONNECT_TIMEOUT_MS = seconds(5)
const RESPONSE_TIMEOUT_MS = seconds(30)
/** Joining ten thousand parts takes minutes, and S3 sends nothing meanwhile. */
const IDLE_TIMEOUT_MS = minutes(5)

export const openBucket = (settings: S3Settings, { log, now }: Pick<Bucket, 'log' | 'now'>): Bucket => ({
  name: settings.bucket,
  log,
  now,
  client: new S3Client({
    region: settings.region,
    credentials: settings.credentials,
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint, forcePathStyle: true }),
    // Otherwise a signed part URL carries the checksum of an empty body, since it is signed without one.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    retryMode: 'standard',
    maxAttempts: 5,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: RESPONSE_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_TIMEOUT_MS,
    },
  }),
})
