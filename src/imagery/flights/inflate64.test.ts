import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { UnreadableArchiveError } from '#domain/archive/byte-reader.ts'
import { inflate64 } from './inflate64.ts'

async function unpack(packed: Uint8Array, chunkBytes = 65_536): Promise<Uint8Array> {
  async function* chunks() {
    for (let at = 0; at < packed.length; at += chunkBytes) yield packed.subarray(at, at + chunkBytes)
  }
  const pieces: Uint8Array[] = []
  for await (const piece of inflate64(chunks())) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** By 7-Zip 16.02 with -mm=Deflate64: a run longer than 258 bytes, and bytes that come again after more than 32 KB. */
const BY_7ZIP =
  '5d89K4QBAADg6wb5qhuUj1GkpPQqYblBiY0OZdFZZLlB+agb1GEUi5TeQT6GG5QY5aOk9FpkuUGJMtChLGKR8jPUPc8/eWItg9nw7Km8IzW7ef6cCEay29fFyvbRhXz0luiayO1evdck00v5m+/anvHl/cJXfXJy7eD2s6E3s3pY+Gnum1o5uos39WfWT+9/Gwemw5OHeOvwzMbxY1mQmgsvXivahua3omJVMLa4c/lS3ZnO7UUfdd0xHo/H4/F4PB6Px+PxeDwej8fj8Xg8Ho/H4/F4PB6Px+PxeDwej8fj8Xg8Ho/H4/F4PB6Px+PxeDwej8fj8Xg8Ho/H4/F4PB6Px+PxeDwej8fj8Xg8Ho/H4/F4PB6Px+PxeDwej8fj8Xg8Ho/H4/F4PB6Px+PxeDwej8fj8Xg8Ho/H4/F4PB6Px+PxeDwej8fj8Xg8Ho/H4/F4PB6Px+PxeDwej8fj8Xg8Ho/H4/F4PB6Px+PxeDwej8fj8Xg8Ho/H4/F4PB6Px+PxeDze/yjl1+of'
const START = Uint8Array.from({ length: 120 }, (_, at) => (at * 37 + ((at * at) % 11)) % 256)
const CONTENT = Buffer.concat([START, new Uint8Array(60_000), START, new Uint8Array(100)])

test.each([1, 7, 65_536])('long lengths and far distances are read, %i bytes at once', async (chunkBytes) => {
  expect(Buffer.compare(await unpack(Buffer.from(BY_7ZIP, 'base64'), chunkBytes), CONTENT)).toBe(0)
})

/** Without a run of 258 bytes, for which the two methods have other codes, they are one. */
let state = 1
const noise = Uint8Array.from({ length: 150_000 }, () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state >>> 24
})

test.each([
  ['packed', 6, noise.map((byte) => byte & 15)],
  ['by fixed codes', 1, noise.subarray(0, 30)],
  ['not packed', 0, noise],
])('blocks that are %s', async (_, level, content) => {
  expect(Buffer.compare(await unpack(deflateRawSync(content, { level }), 1000), content)).toBe(0)
})

test('what is cut off or no such stream is damaged', async () => {
  const packed = Buffer.from(BY_7ZIP, 'base64')
  for (const broken of [packed.subarray(0, 40), Uint8Array.of(7), Uint8Array.from({ length: 300 }, () => 0xff)])
    await expect(unpack(broken)).rejects.toBeInstanceOf(UnreadableArchiveError)
})
