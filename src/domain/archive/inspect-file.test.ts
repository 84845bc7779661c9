import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { GiB, MiB } from '../units.ts'
import { READ_BYTES_MAX } from './byte-reader.ts'
import { inspectFile } from './inspect-file.ts'
import type { Hazard, Inspection } from './inspection.ts'
import { describeWarnings, summarize } from './messages.ts'
import { type MadeEntry, makeZip, zip64Extra } from './testing/make-zip.ts'

const look = (bytes: Uint8Array, name = 'flight.zip') =>
  inspectFile({ name, size: bytes.length, readRange: async (from, to) => bytes.slice(from, to) })
const text = (size: number) => new Uint8Array(size).fill(65)
const photo = (name = 'DJI_0001.JPG', entry: Partial<MadeEntry> = {}): MadeEntry => ({
  name,
  content: text(100),
  ...entry,
})
const told = (inspection: Inspection) => [summarize(inspection), ...describeWarnings(inspection)]

describe('a usual archive', () => {
  test('is described by its photos, ground control and size', async () => {
    const files: Record<string, Uint8Array> = { 'north/gcp_list.txt': text(300), 'north/notes.docx': text(50) }
    for (let index = 0; index < 1204; index += 1) files[`north/DJI_${index}.JPG`] = text(1000)
    const found = await look(zipSync(files))
    expect(found).toEqual({
      type: 'zip',
      contents: {
        files: 1206,
        jpeg: 1204,
        tiff: 0,
        raw: 0,
        otherImages: 0,
        gcpFile: true,
        unpackedBytes: 1_204_350,
        isWhole: true,
      },
      hazards: {},
    })
    expect(told(found)).toEqual(['1,204 photos, GCP file found, 1.15 MB unpacked'])
  })

  test('counts photos of several types, without the metadata files of macOS', async () => {
    const names = ['a.jpeg', 'b.TIF', 'c.tiff', 'd.DNG', 'e.ARW', 'f.png', 'readme', '__MACOSX/._a.jpeg', 'x/._b.tif']
    const found = await look(makeZip(names.map((name) => photo(name))))
    expect(found.contents).toMatchObject({ jpeg: 1, tiff: 2, raw: 2, otherImages: 1, files: 9 })
    expect(told(found)).toEqual(['6 photos (1 JPEG, 2 TIFF, 2 raw, 1 of another type), 900 Bytes unpacked'])
  })

  test.each([
    'gcp_list.txt',
    'points/GCPs.csv',
    'my GCP.xlsx',
    'gcp/points.csv',
    'Ground Control 2026.tsv',
    'gcplist.txt',
  ])('%s is a ground control file', async (name) =>
    expect((await look(makeZip([photo(name)]))).contents?.gcpFile).toBe(true),
  )
  test.each(['gcp.jpg', 'points.csv', '__MACOSX/._gcp_list.txt', 'legcpoints.csv'])(
    '%s is not a ground control file',
    async (name) => expect((await look(makeZip([photo(name)]))).contents?.gcpFile).toBe(false),
  )

  test('may have a comment, a prefix, and the ZIP64 end record', async () => {
    for (const zip of [
      makeZip([photo()], { comment: 'north field' }),
      makeZip([photo()], { before: text(5000) }),
      makeZip([photo()], { zip64: true }),
      makeZip([photo()], { zip64: true, before: text(77) }),
    ]) {
      const found = await look(zip)
      expect(told(found)).toEqual(['1 photo, 100 Bytes unpacked'])
    }
  })

  test('may be larger than 4 GiB, with sizes in the extra field', async () => {
    const [unpackedBytes, packedBytes, from] = [0xffffffff, 0xffffffff, 0xffffffff]
    const entry = photo('big.tif', { unpackedBytes, packedBytes, from, extra: zip64Extra(GiB(18), 90, 0) })
    expect(told(await look(makeZip([entry])))).toEqual([
      '1 photo, 18.00 GB unpacked',
      'It claims to unpack to more than 100 times its size.',
    ])
  })

  test('may come from macOS, which writes only the lower half of positions and counts', async () => {
    const size = 5 * 2 ** 30
    const end = makeZip([photo('a.jpg', { packedBytes: 50, from: 4_000_000_000 }), photo('b.jpg', { from: 12 })], {
      directoryStart: size - 2 ** 32 - 22 - 2 * (46 + 5),
    })
    const tail = end.slice(end.length - 22 - 2 * (46 + 5))
    const start = makeZip([photo('a.jpg', { content: text(1000) })]).slice(0, 1000)
    const readRange = async (from: number, to: number) =>
      from < 1000 ? start.slice(from, to) : padded(tail, to - from, size - to)
    const found = await inspectFile({ name: 'mac.zip', size, readRange })
    expect(told(found)).toEqual(['2 photos, 200 Bytes unpacked'])
  })
})

/** The end of a file, returned by one range read. */
function padded(tail: Uint8Array, length: number, behind: number): Uint8Array {
  const all = new Uint8Array(length + behind)
  const cut = tail.slice(Math.max(0, tail.length - all.length))
  all.set(cut, all.length - cut.length)
  return all.slice(0, length)
}

const symlink = 0o120777 * 0x10000
const hazardous: [Hazard, string, MadeEntry[]][] = [
  ['encrypted', "1 entry is password-protected, so we can't open it.", [photo('a.jpg', { flags: 1 }), photo('b.jpg')]],
  [
    'encrypted',
    "1 entry is password-protected, so we can't open it.",
    [photo('a.jpg', { method: 99 }), photo('b.jpg')],
  ],
  ['outside', "1 entry has a path outside the archive's folder.", [photo('../../etc/cron.jpg')]],
  ['outside', "1 entry has a path outside the archive's folder.", [photo('/etc/passwd')]],
  ['outside', "1 entry has a path outside the archive's folder.", [photo('C:/autoexec.bat')]],
  ['outside', "1 entry has a path outside the archive's folder.", [photo('a/../b.jpg')]],
  ['backslashes', '1 entry has a backslash in the name.', [photo('north\\a.jpg')]],
  ['control-characters', '1 entry has control characters in the name.', [photo('a.jpg\0.txt')]],
  ['control-characters', '1 entry has control characters in the name.', [photo('a\x1b[2J.jpg')]],
  ['symlinks', '1 entry is a link to another file.', [photo('link', { attributes: symlink })]],
  ['duplicates', '1 entry has the same name as another entry.', [photo('a.jpg'), photo('b.jpg'), photo('A.JPG')]],
  ['unchecked', '1 entry has no checksum.', [photo('a.jpg', { crc: 0 })]],
  ['nested', "1 entry is itself an archive, which we don't unpack.", [photo('more.7z')]],
  ['overlapping', '1 entry overlaps with others.', [photo('a.jpg'), photo('b.jpg', { from: 0 })]],
]

describe('the hazards of an archive', () => {
  test.each(hazardous)('%s: %s', async (hazard, words, entries) => {
    const found = await look(makeZip(entries))
    expect(found.hazards).toEqual({ [hazard]: 1 })
    expect(describeWarnings(found)).toEqual([words])
  })

  test('a fully encrypted archive is reported as one', async () => {
    const entries = [photo('a.jpg', { flags: 1 }), photo('b.jpg', { flags: 1 }), { name: 'folder/' }]
    expect(describeWarnings(await look(makeZip(entries)))).toEqual([
      "This archive is password-protected, so we can't open it.",
    ])
  })

  test('several affected entries are counted', async () => {
    const entries = ['a.jpg', 'b.jpg', 'c.jpg'].map((name, index) => photo(name, { flags: index > 0 ? 1 : 0 }))
    expect(describeWarnings(await look(makeZip(entries)))).toEqual([
      "2 entries are password-protected, so we can't open them.",
    ])
  })

  test('more than 10 TiB is reported, and sums stay safe integers', async () => {
    const vast = { unpackedBytes: 0xffffffff, extra: zip64Extra(2 ** 63) }
    const found = await look(makeZip([photo('a.jpg', vast), photo('b.jpg', vast)]))
    expect(found.hazards).toEqual({ 'too-large': 1, bomb: 1 })
    expect(found.contents?.unpackedBytes).toBe(Number.MAX_SAFE_INTEGER)
  })

  test('many entries that share the same bytes, as in overlapping ZIP bombs', async () => {
    const entries = Array.from({ length: 250 }, (_, index) =>
      photo(`${index}.txt`, { from: 0, packedBytes: 5000, unpackedBytes: MiB(10), content: text(20) }),
    )
    expect((await look(makeZip(entries))).hazards).toEqual({ overlapping: 249, bomb: 1 })
  })

  test.each([
    ['cut at its end', makeZip([photo()]).slice(0, -30), null],
    ['cut in its middle', makeZip([photo(), photo('b.jpg')]).slice(0, 120), null],
    ['of more entries than said', makeZip([photo(), photo('b.jpg')], { entries: 1 }), 2],
    ['of fewer entries than said', makeZip([photo()], { entries: 5 }), 1],
    ['whose table lies elsewhere', makeZip([photo()], { directoryStart: 9, directoryBytes: 60 }), null],
    ['whose table is longer than the file', makeZip([photo()], { directoryBytes: 99_999 }), null],
    ['whose entries go past their end', makeZip([photo('a.jpg', { packedBytes: 900 })]), 1],
  ])('an archive %s is damaged', async (_, zip, files) => {
    const found = await look(zip)
    expect(found).toMatchObject({ type: 'zip', hazards: { damaged: 1 } })
    expect(found.contents?.files ?? null).toBe(files)
    expect(describeWarnings(found)).toContain('This archive is damaged or incomplete. Create it again.')
  })

  test('one of several volumes', async () => {
    const found = await look(makeZip([photo()], { disk: 2 }))
    expect(told(found)).toEqual([
      'Contents unknown',
      'This is one part of a split archive. Put everything into one archive.',
    ])
  })
})

describe('a file that is not a ZIP archive', () => {
  const start = (...bytes: number[]) => Uint8Array.from([...bytes, ...text(600)])
  test.each([
    ['field.7z', start(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c), "7z archive: its contents can't be listed"],
    ['field.rar', start(0x52, 0x61, 0x72, 0x21, 0x1a, 7, 0), "RAR archive: its contents can't be listed"],
    ['field.tar.gz', start(0x1f, 0x8b, 8), "gzip archive: its contents can't be listed"],
    [
      'field.tar',
      Uint8Array.from([...text(257), 0x75, 0x73, 0x74, 0x61, 0x72, 0]),
      "tar archive: its contents can't be listed",
    ],
    ['field.tif', start(0x49, 0x49, 0x2a, 0), 'A single TIFF image, not an archive'],
    ['field.JPG', start(0xff, 0xd8, 0xff, 0xe1), 'A single JPEG image, not an archive'],
    ['field.pdf', start(0x25, 0x50, 0x44, 0x46), 'A single PDF document, not an archive'],
    ['field.csv', text(600), 'Unknown file type'],
    ['f', text(1), 'Unknown file type'],
  ])('%s is detected by its first bytes', async (name, bytes, words) => {
    expect(told(await look(bytes, name))).toEqual([words])
  })

  test.each([
    ['field.zip', start(0x52, 0x61, 0x72, 0x21, 0x1a, 7, 0), 'Despite its name, this file is a RAR archive.'],
    ['field.zip', text(400), "Its content doesn't match its name."],
    ['field.jpg', makeZip([photo()]), 'Despite its name, this file is a ZIP archive.'],
    ['field.7z', text(400), "Its content doesn't match its name."],
  ])('%s does not match its name: %#', async (name, bytes, words) => {
    expect(describeWarnings(await look(bytes, name))).toEqual([words])
  })
})

/** An archive with this number of entries, generated on read. */
function endless(count: number, nameBytes: number) {
  const entry = makeZip([photo('x'.repeat(nameBytes))]).slice(30 + nameBytes + 100, -22)
  const [start, bytes] = [200, entry.length * count]
  const end = makeZip([], { zip64: true, entries: count, directoryBytes: bytes, directoryStart: start })
  new DataView(end.buffer).setBigUint64(56 + 8, BigInt(start + bytes), true)
  const size = start + bytes + end.length
  let read = 0
  const readRange = async (from: number, to: number) => {
    read += to - from
    const piece = new Uint8Array(to - from)
    for (let at = from; at < to; at += 1) {
      const place = at - start
      piece[at - from] = (place < bytes ? entry[place % entry.length] : end[place - bytes]) ?? 0
    }
    if (from === 0) piece.set([0x50, 0x4b, 3, 4])
    return piece
  }
  return { look: () => inspectFile({ name: 'x.zip', size, readRange }), readBytes: () => read }
}

describe('limits', () => {
  test('at most 64 MiB are read, for any stated size of the central directory', async () => {
    const { look: go, readBytes } = endless(2000, 60_000)
    const found = await go()
    expect(found.hazards['too-long']).toBe(1)
    expect(found.contents).toMatchObject({ isWhole: false })
    expect(readBytes()).toBeLessThanOrEqual(READ_BYTES_MAX)
  })

  test('at most 500,000 entries are inspected', async () => {
    const found = await endless(500_001, 5).look()
    expect(found.contents).toMatchObject({ files: 500_000, isWhole: false })
    expect(describeWarnings(found)[0]).toBe(
      'Its list of files is too long to check completely: more than 500,000 entries, or very long names.',
    )
  })

  test('a read error is not reported as damage of the archive', async () => {
    const broken = inspectFile({ name: 'x.zip', size: 9, readRange: () => Promise.reject(new Error('disk')) })
    await expect(broken).rejects.toThrow('disk')
    const signal = AbortSignal.abort(new Error('stop'))
    const stopped = inspectFile({ name: 'x.zip', size: 9, readRange: async () => text(9), signal })
    await expect(stopped).rejects.toThrow('stop')
  })
})

test.each(['a.zip.001', 'a.zip.002', 'a.z01', 'a.7z.003', 'a.part2.rar', 'a.r00'])(
  '%s is one part of a split archive by its name, unless it can be read',
  async (name) => {
    const whole = makeZip([{ name: 'a.jpg', content: new Uint8Array(50) }])
    const inspect = (bytes: Uint8Array) =>
      inspectFile({ name, size: bytes.length, readRange: (from, to) => Promise.resolve(bytes.slice(from, to)) })
    expect(await inspect(whole.slice(0, 60))).toMatchObject({ contents: null, hazards: { split: 1 } })
    expect(await inspect(whole.slice(60))).toMatchObject({ contents: null, hazards: { split: 1 } })
    expect((await inspect(whole)).hazards).toEqual({})
  },
)

test('the first volume of a split archive says it itself', async () => {
  const bytes = Uint8Array.of(0x50, 0x4b, 7, 8, 0x50, 0x4b, 3, 4, ...new Uint8Array(100))
  const readRange = (from: number, to: number) => Promise.resolve(bytes.slice(from, to))
  expect((await inspectFile({ name: 'a.zip', size: bytes.length, readRange })).hazards).toEqual({ split: 1 })
})
