import { crc32 } from '@node-rs/crc32'
import { describe, expect, test } from 'vitest'
import { createByteReader } from '#domain/archive/byte-reader.ts'
import { findZipEnd } from '#domain/archive/zip-end.ts'
import { type ZipEntry as FoundEntry, zipEntries } from '#domain/archive/zip-entries.ts'
import { GiB, MiB } from '#domain/units.ts'
import { uniqueNames } from './unique-names.ts'
import { layOutZip, type ZipEntry, type ZipLayout } from './zip-layout.ts'

const modified = new Date('2026-05-03T12:00:01Z')
const zeros = Buffer.alloc(MiB(1))

/** An entry of that many zeros, of which only what is asked for is made. */
const large = (name: string, size: number): ZipEntry => ({
  name,
  size,
  modified,
  crc: 0x1234abcd,
  read: async function* ({ start, end }) {
    for (let at = start; at < end; at += zeros.length) yield zeros.subarray(0, end - at)
  },
})

const text = (name: string, content: string, isKnown = true): ZipEntry => {
  const bytes = Buffer.from(content)
  return {
    name,
    size: bytes.length,
    modified,
    crc: isKnown ? crc32(bytes) : undefined,
    read: async function* ({ start, end }) {
      yield bytes.subarray(start, end)
    },
  }
}

const bytesOf = async (layout: ZipLayout, start = 0, end = layout.size): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of layout.read({ start, end })) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

/** As a program that unpacks it finds the entries: from the end. */
async function entriesIn(layout: ZipLayout) {
  const reader = createByteReader(layout.size, (from, to) => bytesOf(layout, from, to))
  const end = await findZipEnd(reader)
  const found: FoundEntry[] = []
  if (end) for await (const entry of zipEntries(reader, end)) found.push(entry)
  return found
}

describe('the layout of a ZIP file', () => {
  test.each([
    ['a small file behind 6 GiB', [large('a.tif', GiB(6)), text('b.csv', 'plot,height')]],
    ['many files whose offsets pass 4 GiB', [large('a', GiB(3)), large('b', GiB(2)), large('c', 5), text('d', 'end')]],
    ['a file of exactly 4 GiB less one byte', [large('a', GiB(4) - 1), text('b', 'end')]],
  ])('%s: every entry is where the directory says, with its size', async (_title, entries) => {
    const layout = layOutZip(entries)
    const found = await entriesIn(layout)
    expect(found.map(({ name, unpackedBytes, packedBytes }) => [name, unpackedBytes, packedBytes])).toEqual(
      entries.map(({ name, size }) => [name, size, size]),
    )
    const ends: number[] = []
    for (const [index, { name, from }] of found.entries()) {
      const header = await bytesOf(layout, from, from + 30)
      expect(header.readUInt32LE(0)).toBe(0x04034b50)
      const content = from + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
      expect((await bytesOf(layout, from + 30, from + 30 + name.length)).toString()).toBe(name)
      ends.push(content + (entries[index]?.size ?? 0))
    }
    expect(ends.slice(0, -1)).toEqual(found.slice(1).map(({ from }) => from))
    const last = found.at(-1)?.to ?? 0
    expect((await bytesOf(layout, last - 3, last)).toString()).toMatch(/end|ght/)
  })

  test('70,000 entries are all listed', async () => {
    const entries = Array.from({ length: 70_000 }, (_, index) => text(`${index}`, ''))
    expect(await entriesIn(layOutZip(entries))).toHaveLength(70_000)
  })

  test('any range is a piece of the whole, and the whole is as long as announced', async () => {
    const layout = layOutZip([text('ä.txt', 'first'), text('b.txt', 'second'), text('empty', '')])
    const whole = await bytesOf(layout)
    expect(whole).toHaveLength(layout.size)
    for (let start = 0; start < layout.size; start += 7)
      for (const end of [start + 1, start + 40, layout.size]) {
        const piece = await bytesOf(layout, start, Math.min(end, layout.size))
        expect(piece.equals(whole.subarray(start, end))).toBe(true)
      }
  })

  test('without the CRC-32 of an entry it is computed on the way, and no range is offered', async () => {
    const layout = layOutZip([text('a.txt', 'first', false), text('b.txt', 'second')])
    expect(layout.isSeekable).toBe(false)
    const whole = await bytesOf(layout)
    expect(whole).toHaveLength(layout.size)
    expect(whole.includes(Buffer.from(Uint32Array.of(0x08074b50, crc32('first')).buffer))).toBe(true)
    expect((await entriesIn(layout)).map(({ hasChecksum }) => hasChecksum)).toEqual([true, true])
  })

  test('a file that is shorter than recorded ends the download instead of shifting what follows', async () => {
    const { read, ...rest } = text('a.txt', 'first')
    await expect(bytesOf(layOutZip([{ ...rest, size: 6, read }]))).rejects.toThrow('another size')
  })
})

test('of thousands of files with one name each has its own', () => {
  const unique = uniqueNames(Array.from({ length: 30_000 }, () => 'Map.tif'))
  expect(new Set(unique).size).toBe(30_000)
  expect(unique.at(-1)).toBe('Map (30000).tif')
})

test('names stay apart on every system, and stay in their folder', () => {
  const names = ['Map.tif', 'map.tif', 'Map.tif', 'Map (2).tif', 'é', 'e\u0301', '../x', '..', '.hidden', '.hidden']
  const unique = uniqueNames(names)
  expect(unique.slice(0, 3)).toEqual(['Map.tif', 'map (2).tif', 'Map (3).tif'])
  expect(new Set(unique.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(names.length)
  expect(unique.slice(6)).toEqual(['.._x', '_', '.hidden', '.hidden (2)'])
})
