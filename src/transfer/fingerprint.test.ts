import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { KiB, MiB } from '#domain/units.ts'
import { blockDigest } from './block-digest.ts'
import { fingerprint } from './fingerprint.ts'

const bytes = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 9)) % 251)
const file = (content: Uint8Array<ArrayBuffer>) => new File([content], 'field.zip')
const noStop = new AbortController().signal
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest()

it('is the same for the same bytes, under any name', async () => {
  const content = bytes(MiB(3))
  expect(await fingerprint(new File([content], 'other.zip'))).toBe(await fingerprint(file(content)))
  expect(await fingerprint(file(content))).toMatch(/^[0-9a-f]{64}$/)
})

it.each([
  ['first', 0],
  ['last', MiB(3) - 1],
  ['first of the second of 16 samples', Math.round((MiB(3) - KiB(64)) / 15)],
])('differs when the %s byte differs', async (_, at) => {
  const content = bytes(MiB(3))
  expect(await fingerprint(file(content.with(at, 255)))).not.toBe(await fingerprint(file(content)))
})

it('differs for another size, and works for the smallest files', async () => {
  expect(await fingerprint(file(new Uint8Array(2)))).not.toBe(await fingerprint(file(new Uint8Array(1))))
})

it.each([1, MiB(4), MiB(4) + 1, MiB(9)])('hashes %i bytes block by block', async (length) => {
  const content = bytes(length)
  const blocks = []
  for (let at = 0; at < length; at += MiB(4)) blocks.push(sha256(content.subarray(at, at + MiB(4))))
  expect(await blockDigest(file(content), noStop)).toBe(sha256(Buffer.concat(blocks)).toString('hex'))
})
