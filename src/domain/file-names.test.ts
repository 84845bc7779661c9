import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { displayName } from './display-names.ts'
import {
  checkFileName,
  decodeFileName,
  displayFileName,
  linkedFiles,
  shortenFileName,
  storedFileName,
  truncateMiddle,
} from './file-names.ts'

test.each([
  ['flight.zip', undefined],
  ['my flight (2) #1 100%.zip', undefined],
  ['航空写真.zip', undefined],
  ['🌾'.repeat(60), undefined],
  ['\u202egpj.exe', undefined],
  ['CON', undefined],
  ['...', undefined],
  ['x'.repeat(255), undefined],
  ['x'.repeat(256), 'The file name is too long. Use at most 255 bytes.'],
  ['🌾'.repeat(64), 'The file name is too long. Use at most 255 bytes.'],
  ['', 'The file has no name'],
  ['  ', 'The file has no name'],
  ['.', 'The file name must not contain a path. Rename the file.'],
  ['..', 'The file name must not contain a path. Rename the file.'],
  ['../../etc/passwd', 'The file name must not contain a path. Rename the file.'],
  ['a/b.zip', 'The file name must not contain a path. Rename the file.'],
  ['C:\\x.zip', 'The file name must not contain a path. Rename the file.'],
  ['a\0.zip', 'The file name contains control characters. Rename the file.'],
  ['a\nb.zip', 'The file name contains control characters. Rename the file.'],
  ['a\ud800.zip', 'The file name contains control characters. Rename the file.'],
])('file name %j: %s', (name, problem) => {
  expect(checkFileName(name)).toBe(problem)
})

describe('decoding', () => {
  test.each([
    ['flight%20one.zip', 'flight one.zip'],
    ['a%2Fb.zip', 'a/b.zip'],
    ['a%252Fb.zip', 'a%2Fb.zip'],
    ['Mai%CC%88s.zip', 'Ma\u00efs.zip'],
    ['a+b.zip', 'a+b.zip'],
    ['%E0%A4%A', undefined],
    ['100%.zip', undefined],
    ['%FF', undefined],
  ])('%s is decoded once: %s', (encoded, name) => {
    expect(decodeFileName(encoded)).toBe(name)
  })

  test('restores every encoded name', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1 })
    fc.assert(
      fc.property(names, (name) => {
        expect(decodeFileName(encodeURIComponent(name))).toBe(name.normalize('NFC'))
      }),
    )
  })
})

describe('the display name of a URL', () => {
  const stored = 'https://files.example.org/storage/1/2'
  test.each([
    [`${stored}/1753000000000-flight.zip?expires=1&signature=x`, 'flight.zip'],
    [`${stored}/1753000000000-flight%20one.zip`, 'flight one.zip'],
    [`${stored}/1753000000000-2026-05-01-flight.zip#page`, '2026-05-01-flight.zip'],
    [`${stored}/1753000000000-a%252Fb.zip`, 'a%2Fb.zip'],
    [`${stored}/1-%E5%86%99.zip?name=x/y`, '写.zip'],
    [`${stored}/1-photo%E2%80%AEgpj.exe`, String.raw`photo\u{202E}gpj.exe`],
    [`${stored}/flight.zip`, 'file_3'],
    [`${stored}/1753000000000-`, 'file_3'],
    [`${stored}/1753000000000-%E0%A4%A`, 'file_3'],
    [`${stored}/`, 'file_3'],
    ['', 'file_3'],
  ])('%s: %s', (link, name) => {
    expect(displayFileName(link, 2)).toBe(name)
  })

  test('is the name of the file, for any name', () => {
    const names = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .map((name) => name.normalize('NFC'))
      .filter((name) => checkFileName(name) === undefined)
    fc.assert(
      fc.property(names, (name) => {
        const link = `${stored}/${encodeURIComponent(storedFileName(name, new Date(0)))}?signature=x`
        expect(displayFileName(link)).toBe(displayName(name))
      }),
    )
  })

  test('is listed with its size', () => {
    expect(linkedFiles([`${stored}/1-a.zip`, `${stored}/b`], [5])).toEqual([
      { url: `${stored}/1-a.zip`, name: 'a.zip', size: 5 },
      { url: `${stored}/b`, name: 'file_2', size: undefined },
    ])
  })
})

test.each([
  ['exactly-15-long', 'exactly-15-long'],
  ['sixteen-long.zip', 'sixteen-long.zip…'],
  ['a-name-of-twenty-two.z', 'a-name-of-twenty-two…'],
  ['🌾'.repeat(21), `${'🌾'.repeat(20)}…`],
])('%s is shortened to %s', (name, shown) => {
  expect(shortenFileName(name)).toBe(shown)
})

test('a name truncated in the middle keeps both ends and the maximum length', () => {
  const cut = truncateMiddle(`start-${'x'.repeat(100)}-end.zip`, 21)
  expect(cut).toMatch(/^start-x+….*-end\.zip$/)
  expect([...cut]).toHaveLength(21)
  expect(truncateMiddle('short.zip')).toBe('short.zip')
})
