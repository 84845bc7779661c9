import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { displayFileName } from '#domain/file-names.ts'
import { hours } from '#domain/units.ts'
import { downloadOrigin } from '../download-origin.ts'
import { openLocalStorage } from '../local/local-storage.ts'
import type { Storage } from '../storage.ts'
import { openS3Storage } from './s3-storage.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const KEY = 'request/random/1700000000000-champs de blé.zip'
const AT_AMAZON = `${'a-long.id_of'.repeat(12)}--`
const credentials = { accessKeyId: 'AKIA', secretAccessKey: 'secret' }
const log = pino({ level: 'silent' })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'links-'))
})
afterAll(() => rm(folder, { recursive: true }))

const open = (endpoint: string | null) =>
  openS3Storage({
    settings: { bucket: 'raw', endpoint, region: 'eu-central-1', credentials },
    scratch: join(folder, 'parts'),
    log,
    now: () => NOW,
  })
const part = { key: KEY, uploadId: AT_AMAZON, partNumber: 7, maxBytes: 9 }
const expiresAt = new Date(NOW.getTime() + hours(24))

describe('a link to a bucket', () => {
  it('takes one part of one length for as long as it says, and carries no checksum', async () => {
    const url = new URL(await (await open(null)).signPart({ ...part, expiresAt, bytes: 9 }))
    expect(url.origin).toBe('https://raw.s3.eu-central-1.amazonaws.com')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
      'X-Amz-Credential': 'AKIA/20260601/eu-central-1/s3/aws4_request',
      'X-Amz-Date': '20260601T120000Z',
      'X-Amz-Expires': '86400',
      'X-Amz-Signature': expect.stringMatching(/^[0-9a-f]{64}$/),
      'X-Amz-SignedHeaders': 'content-length;host',
      partNumber: '7',
      uploadId: AT_AMAZON,
    })
  })

  it('opens as a download of no type, under the name of the file', async () => {
    const store = await open('http://127.0.0.1:9000')
    const url = await store.signDownload({ key: KEY, fileName: 'champs de blé.zip', expiresAt })
    expect(url.startsWith('http://127.0.0.1:9000/raw/request/random/')).toBe(true)
    expect(displayFileName(url)).toBe('champs de blé.zip')
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      'response-content-disposition': expect.stringMatching(/^attachment; .*UTF-8''champs%20de%20bl%C3%A9\.zip$/),
      'response-content-type': 'application/octet-stream',
    })
  })
})

const warnings = async (storage: Storage, { mode, publicUrl }: { mode: string; publicUrl: string }) => {
  const said: string[] = []
  const listening = pino({}, { write: (line) => said.push(line) })
  await downloadOrigin(storage, { mode, publicUrl, now: () => NOW, log: listening })
  return said
}

describe('files from the host of the product', () => {
  const production = { mode: 'production', publicUrl: 'https://skyfurrow.example' }

  it('are warned of in production: always with the embedded store', async () => {
    const { publicUrl } = production
    const signingKey = Buffer.alloc(32, 7)
    const local = await openLocalStorage({ folder: join(folder, 'objects'), publicUrl, signingKey, now: () => NOW })
    expect(await warnings(local, production)).toEqual([expect.stringContaining('uploaded files come from the host')])
    expect(await warnings(local, { ...production, mode: 'development' })).toEqual([])
  })

  it('and with a bucket on the same host', async () => {
    const same = await open('https://skyfurrow.example:9000')
    expect(await warnings(same, production)).toEqual([
      expect.stringContaining('"storage":"https://skyfurrow.example:9000"'),
    ])
    expect(await warnings(await open(null), production)).toEqual([])
  })
})
