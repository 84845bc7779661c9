import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type MadeEntry, makeZip } from '#domain/archive/testing/make-zip.ts'
import { unpackMaps } from './unpack-maps.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const DEFLATED = 8
const packed = (name: string, text: string, change: Partial<MadeEntry> = {}): MadeEntry => {
  const content = bytes(text)
  const small = deflateRawSync(content)
  return { name, content: small, method: DEFLATED, crc: crc32(content), unpackedBytes: content.length, ...change }
}
const archiveOf = (...entries: MadeEntry[]) => new File([Uint8Array.from(makeZip(entries))], 'maps.zip')
const unpack = (archive: File) => unpackMaps(archive, () => undefined)

describe('the maps of an archive', () => {
  test('come out with what says where they lie, without folders, photos, or what systems add', async () => {
    const files = await unpack(
      archiveOf(
        packed('july/a.tif', 'packed map '.repeat(500)),
        { name: 'b.TIF', content: bytes('stored map') },
        packed('july/a.tfw', '0.02'),
        { name: '__MACOSX/july/._a.tif', content: bytes('junk') },
        { name: 'notes.txt', content: bytes('notes') },
      ),
    )
    const texts = await Promise.all(files.map(async (file) => [file.name, await file.text()]))
    expect(texts).toEqual([
      ['a.tif', 'packed map '.repeat(500)],
      ['b.TIF', 'stored map'],
      ['a.tfw', '0.02'],
    ])
  })

  test('are refused with the reason and the cure', async () => {
    await expect(unpack(archiveOf({ name: 'a.jpg' }))).rejects.toThrow('There is no GeoTIFF in this archive.')
    await expect(unpack(new File(['no archive'], 'a.zip'))).rejects.toThrow('Choose a ZIP archive')
    await expect(unpack(archiveOf(packed('a.tif', 'x', { flags: 1 })))).rejects.toThrow('protected by a password')
    await expect(unpack(archiveOf(packed('a.tif', 'x', { method: 14 })))).rejects.toThrow('LZMA')
  })

  test('that unpack to more or less than the archive states are damaged', async () => {
    const long = 'x'.repeat(1_000_000)
    for (const unpackedBytes of [10, 2_000_000])
      await expect(unpack(archiveOf(packed('a.tif', long, { unpackedBytes })))).rejects.toThrow('damaged')
  })
})
