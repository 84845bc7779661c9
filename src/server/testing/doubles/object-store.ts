import { randomUUID } from 'node:crypto'
import { CreateBucketCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3'

/** The server started by `npm run test:s3`. */
export type ObjectStore = { endpoint: string; credentials: { accessKeyId: string; secretAccessKey: string } }

export function objectStore(): ObjectStore {
  const {
    TEST_S3_ENDPOINT: endpoint,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  } = process.env
  if (!endpoint || !accessKeyId || !secretAccessKey) throw new Error('These tests are run by npm run test:s3')
  return { endpoint, credentials: { accessKeyId, secretAccessKey } }
}

export const clientOf = ({ endpoint, credentials }: ObjectStore): S3Client =>
  new S3Client({
    endpoint,
    credentials,
    region: 'us-east-1',
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })

/** A bucket as required by docs/decisions/020-s3.md, with CORS rules for these origins. */
export async function makeBucket(
  store: ObjectStore,
  { name = `test-${randomUUID()}`, origins = [] }: { name?: string; origins?: string[] } = {},
): Promise<string> {
  const client = clientOf(store)
  await client.send(new CreateBucketCommand({ Bucket: name }))
  if (origins.length > 0) await allowOrigins(client, { bucket: name, origins })
  return name
}

export const allowOrigins = (
  client: S3Client,
  { bucket, origins, exposes = ['ETag'] }: { bucket: string; origins: string[]; exposes?: string[] },
) =>
  client.send(
    new PutBucketCorsCommand({
      Bucket: bucket,
      CORSConfiguration: {
        CORSRules: [
          {
            AllowedOrigins: origins,
            AllowedMethods: ['PUT', 'GET', 'HEAD'],
            AllowedHeaders: ['*'],
            ExposeHeaders: exposes,
            MaxAgeSeconds: 3000,
          },
        ],
      },
    }),
  )
