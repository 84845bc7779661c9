import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createByteReader, UnreadableArchiveError } from './byte-reader.ts'
import { isTar, tarEntries } from './tar-entries.ts'
import { makeTar, paxRecord, type TarFile } from './testing/make-tar.ts'

const readerOf = (bytes: Uint8Array) =>
  createByteReader(bytes.length, (from, to) => Promise.resolve(bytes.slice(from, to)))
const text = (content: string) => new TextEncoder().encode(content)

async function read(bytes: Uint8Array): Promise<string[]> {
  const found: string[] = []
  for await (const { name, from, to, isSymlink } of tarEntries(readerOf(bytes)))
    found.push(`${name}${isSymlink ? ' ->' : ''} ${new TextDecoder().decode(bytes.subarray(from, to))}`.trim())
  return found
}

test('files are listed with their content, whatever way their names are written', async () => {
  const long = `${'folder/'.repeat(30)}a.jpg`
  const tar = makeTar([
    { name: 'field', type: '5' },
    { name: 'a.jpg', content: text('one') },
    { name: 'b.jpg', prefix: 'field/north', content: text('x'.repeat(600)) },
    { name: '././@LongLink', type: 'L', content: text(`${long}\0`) },
    { name: 'cut', content: text('two') },
    {
      name: 'pax',
      type: 'x',
      content: Uint8Array.from([...paxRecord('mtime', '1'), ...paxRecord('path', `p/${long}`)]),
    },
    { name: 'cut', content: text('three') },
    { name: 'link', type: '2' },
    { name: 'device', type: '3' },
    { name: 'last.jpg', size: `\x80${'\0'.repeat(10)}\x04`, content: text('four') },
  ])
  expect(await isTar(readerOf(tar))).toBe(true)
  expect(await read(tar)).toEqual([
    'field/',
    'a.jpg one',
    `field/north/b.jpg ${'x'.repeat(600)}`,
    `${long} two`,
    `p/${long} three`,
    'link ->',
    'last.jpg four',
  ])
})

test.each<[string, TarFile, string[]]>([
  ['ends in a file', { name: 'b', size: '00000010000\0' }, ['a A', 'b']],
  ['has a wrong sum', { name: 'b', checksum: 1 }, ['a A']],
  ['has no size', { name: 'b', size: 'zzzz' }, ['a A']],
  ['has a size beyond all bounds', { name: 'b', size: `\xff${'\xff'.repeat(11)}` }, ['a A']],
  ['has a name of a megabyte', { name: 'b', type: 'L', size: '00004000000\0' }, ['a A']],
])('one that %s is damaged from there on', async (_, file, expected) => {
  const tar = makeTar([{ name: 'a', content: text('A') }, file, { name: 'c' }], { isEnded: false })
  const found: string[] = []
  const reading = (async () => {
    for await (const { name, from, to } of tarEntries(readerOf(tar)))
      found.push(`${name} ${to > tar.length ? '' : new TextDecoder().decode(tar.subarray(from, to))}`.trim())
  })()
  await expect(reading).rejects.toBeInstanceOf(UnreadableArchiveError)
  expect(found).toEqual(expected)
})

const file = fc.record(
  {
    name: fc.string({ unit: 'binary-ascii', maxLength: 30 }),
    content: fc.uint8Array({ maxLength: 60 }),
    type: fc.constantFrom('0', '\0', '5', 'L', 'x', 'g', '2', '9'),
    size: fc.oneof(fc.stringMatching(/^[0-7]{11}$/), fc.string({ unit: 'binary-ascii', maxLength: 12 })),
    prefix: fc.string({ unit: 'binary-ascii', maxLength: 20 }),
  },
  { requiredKeys: ['name'] },
)

test('any TAR comes to an end: read, or as one that can not be read', () =>
  fc.assert(
    fc.asyncProperty(fc.array(file, { maxLength: 5 }), fc.nat(3000), async (files, kept) => {
      const outcome = await read(makeTar(files).slice(0, kept + 200)).catch((error: unknown) => error)
      expect(Array.isArray(outcome) || outcome instanceof UnreadableArchiveError).toBe(true)
    }),
    { numRuns: 1000 },
  ))
