import { randomFillSync } from 'node:crypto'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from '@node-rs/crc32'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MiB } from '#domain/units.ts'
import type { Extent } from '#domain/uploads.ts'
import { openPartWriter } from './part-writer.ts'

const CONTENT = randomFillSync(Buffer.alloc(MiB(16) + 5000))
const upTo = (size: number): Extent => ({ crc: crc32(CONTENT.subarray(0, size)), size })
const CHUNK_BYTES = 60_001

describe('a part writer', () => {
  let folder: string
  let path: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'part-'))
    path = join(folder, 'part')
  })
  afterEach(() => rm(folder, { recursive: true }))

  const send = async (onWritten: (extent: Extent) => Promise<void>) => {
    const writer = await openPartWriter(path, { onWritten })
    try {
      for (let at = 0; at < CONTENT.length; at += CHUNK_BYTES) await writer.add(CONTENT.subarray(at, at + CHUNK_BYTES))
      return await writer.finish()
    } finally {
      await writer.close()
    }
  }

  it('tells only of bytes that are in the file, in their order, while further ones are written', async () => {
    const told: Extent[] = []
    const found: Extent[] = []
    const whole = await send(async ({ crc, size }) => {
      const file = await open(path)
      const { buffer } = await file.read(Buffer.alloc(size), 0, size, 0)
      await file.close()
      told.push({ crc, size })
      found.push({ crc: crc32(buffer), size })
    })
    expect(whole).toEqual(upTo(CONTENT.length))
    expect((await readFile(path)).subarray(0, CONTENT.length).equals(CONTENT)).toBe(true)
    expect(told.length).toBeGreaterThan(2)
    expect(told).toEqual(found)
    expect(told.map(({ size }) => size)).toEqual(told.map(({ size }) => size).toSorted((a, b) => a - b))
    expect(told.at(-1)).toEqual(whole)
  })

  it('ends with the first error, and tells of nothing behind it', async () => {
    const told: number[] = []
    const sending = send(async ({ size }) => {
      told.push(size)
      if (told.length === 2) throw new Error('The disk is full')
    })
    await expect(sending).rejects.toThrow('The disk is full')
    expect(told).toHaveLength(2)
  })
})
