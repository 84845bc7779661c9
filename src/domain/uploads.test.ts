import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GiB, MiB } from './units.ts'
import { findMissingParts, PART_BYTES, PARTS_MAX, partCount, partRange, smallPartBytes } from './uploads.ts'

describe('parts', () => {
  test.each([
    [0, 1],
    [1, 1],
    [PART_BYTES, 1],
    [PART_BYTES + 1, 2],
    [10 * PART_BYTES, 10],
    [10 * PART_BYTES + 1, 11],
  ])('a file of %d bytes has %d part(s) of 512 MB', (bytes, parts) => {
    expect(PART_BYTES).toBe(512 * 1024 * 1024)
    expect(partCount(bytes)).toBe(parts)
  })

  test('are small for a store that loses interrupted parts, and never too many', () => {
    expect([1, GiB(16), GiB(16) + 1, GiB(500)].map(smallPartBytes)).toEqual([MiB(16), MiB(16), MiB(64), MiB(64)])
    const sizes = fc.integer({ min: 1, max: PART_BYTES * PARTS_MAX })
    fc.assert(
      fc.property(sizes, (bytes) => {
        expect(smallPartBytes(bytes)).toBeLessThanOrEqual(PART_BYTES)
        expect(partCount(bytes, smallPartBytes(bytes))).toBeLessThanOrEqual(PARTS_MAX)
      }),
    )
  })

  test('cover every file exactly: no gap, no overlap, none empty, all but the last of full size', () => {
    const sizes = fc.record({
      fileBytes: fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 2 ** 40 })),
      parts: fc.integer({ min: 1, max: 300 }),
    })
    fc.assert(
      fc.property(sizes, ({ fileBytes, parts }) => {
        const partBytes = Math.ceil(fileBytes / parts)
        const count = partCount(fileBytes, partBytes)
        let reached = 0
        for (let number = 1; number <= count; number += 1) {
          const { start, end } = partRange(number, fileBytes, partBytes)
          expect(start).toBe(reached)
          expect(end).toBeGreaterThan(start)
          expect(end - start === partBytes || number === count).toBe(true)
          reached = end
        }
        expect(reached).toBe(fileBytes)
      }),
    )
  })
})

const list = (...parts: [number, string][]) => parts.map(([partNumber, etag]) => ({ partNumber, etag }))

describe('why an upload is not complete', () => {
  const stored = [
    { partNumber: 1, etag: 'a', size: 10 },
    { partNumber: 2, etag: 'b', size: 10 },
    { partNumber: 3, etag: 'c', size: 4 },
  ]
  const ORDER = 'Parts must be listed once each, in ascending order'

  test.each([
    ['all there', list([1, 'a'], [2, 'b'], [3, 'c']), undefined],
    ['nothing listed', [], 'Part 1 is missing from the list'],
    ['a gap', list([1, 'a'], [3, 'c']), 'Part 2 is missing from the list'],
    ['the end missing', list([1, 'a'], [2, 'b']), 'Part 3 is missing from the list'],
    ['another ETag', list([1, 'a'], [2, 'x'], [3, 'c']), 'The ETag of part 2 does not match what has arrived'],
    ['out of order', list([2, 'b'], [1, 'a'], [3, 'c']), ORDER],
    ['listed twice', list([1, 'a'], [1, 'a'], [2, 'b'], [3, 'c']), ORDER],
    ['part 0', list([0, 'a'], [1, 'a']), ORDER],
    [
      'one too many',
      list([1, 'a'], [2, 'b'], [3, 'c'], [4, 'd']),
      'Part 4 does not belong to this upload of 3 part(s)',
    ],
  ])('%s', (_case, listed, reason) => {
    expect(findMissingParts(listed, stored, 3)).toBe(reason)
  })

  test('a missing part is named', () => {
    const reason = 'Part 2 has not arrived. Upload it again, then complete.'
    expect(findMissingParts(list([1, 'a'], [2, 'b']), stored.slice(0, 1), 2)).toBe(reason)
  })

  test('an empty file is reported', () => {
    expect(findMissingParts(list([1, 'a']), [{ partNumber: 1, etag: 'a', size: 0 }], 1)).toBe('The file is empty')
  })
})
