import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { minutes, seconds } from '#domain/units.ts'
import { openS3Proxy, type S3Proxy } from '#server/testing/doubles/s3-proxy.ts'
import { freePort } from '#server/testing/processes/free-port.ts'
import { examine } from './doctor.ts'

let front: S3Proxy
let folder: string
beforeAll(async () => {
  front = await openS3Proxy()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skyfurrow-sick-'))
})
afterEach(() => {
  front.reset()
  rmSync(folder, { recursive: true })
})
afterAll(() => front.close())

async function bucketFaults(endpoint = front.endpoint): Promise<string[]> {
  const env = {
    NODE_ENV: 'test',
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    PUBLIC_URL: 'http://pages.localhost',
    STORAGE_URL: `s3://flights?endpoint=${endpoint}`,
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'hush-hush',
  }
  const faults: string[] = []
  for await (const { name, state, says } of examine(env))
    if (state === 'fail' && /bucket|store/.test(name)) faults.push(`${name}: ${says}`)
  expect(faults.join()).not.toContain('hush-hush')
  expect(readdirSync(folder)).toEqual([])
  return faults
}

test('a bucket without CORS headers is reported, and the test upload is aborted', async () => {
  expect(await bucketFaults()).toEqual([
    'CORS of the bucket: The bucket has no CORS rule that lets pages of http://pages.localhost send parts (PUT)',
  ])
  expect(front.callsOf('create')).toBe(2)
  expect(front.callsOf('abort')).toBe(2)
})

test.each([
  [{ status: 404, code: 'NoSuchBucket' }, 'bucket: flights: there is no such bucket'],
  [{ status: 403, code: 'InvalidAccessKeyId' }, 'bucket: flights: it does not know the access key'],
  [{ status: 403, code: 'SignatureDoesNotMatch' }, 'bucket: flights: it rejects the secret of the access key'],
  [{ status: 400, code: 'ExpiredToken' }, 'bucket: flights: the session token has expired'],
  [{ status: 403, code: 'AccessDenied' }, 'bucket: flights: it rejects this access key'],
])('%o is reported', async (fault, words) => {
  front.fail('uploads', [fault], { forever: true })
  expect(await bucketFaults()).toEqual([words])
})

test('a bucket without permission for multipart uploads is reported', async () => {
  front.fail('create', [{ status: 403, code: 'AccessDenied' }], { forever: true })
  expect(await bucketFaults()).toEqual([
    'uploads to the bucket: the bucket does not permit uploads in parts (AccessDenied)',
  ])
})

test.each([
  ['behind', 'ahead of', -seconds(90)],
  ['ahead of', 'behind', minutes(20)],
])('an object store whose clock is %s ours is reported', async (_theirs, ours, skewMs) => {
  front.setSkew(skewMs)
  expect(await bucketFaults()).toEqual([
    expect.stringMatching(
      `^clock of the object store: this machine's clock is \\d+ s ${ours} that of the object store$`,
    ),
  ])
})

test('an unreachable object store is reported', async () => {
  expect(await bucketFaults(`http://127.0.0.1:${await freePort()}`)).toEqual([
    expect.stringMatching(
      /^bucket: flights at http:\/\/127\.0\.0\.1:\d+: The object store can't be used \(.*ECONNREFUSED/,
    ),
  ])
})
