import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { READ_BYTES_MAX } from './byte-reader.ts'
import { inspectFile } from './inspect-file.ts'
import { HAZARDS } from './inspection.ts'
import { describeWarnings, summarize } from './messages.ts'
import { makeZip, zip64Extra } from './testing/make-zip.ts'

/** Inspects, and counts the reads. */
async function watched(bytes: Uint8Array, name: string) {
  let [read, steps] = [0, 0]
  const found = await inspectFile({
    name,
    size: bytes.length,
    readRange: async (from, to) => {
      read += to - from
      steps += 1
      return bytes.slice(from, to)
    },
  })
  return { found, read, steps }
}

async function expectAnswer(bytes: Uint8Array, name: string): Promise<void> {
  const { found, read, steps } = await watched(bytes, name)
  expect(read).toBeLessThanOrEqual(READ_BYTES_MAX)
  expect(steps).toBeLessThanOrEqual(20)
  for (const [hazard, count] of Object.entries(found.hazards)) {
    expect(HAZARDS).toContain(hazard)
    expect(Number.isSafeInteger(count) && count > 0).toBe(true)
  }
  for (const count of Object.values(found.contents ?? {}))
    expect(typeof count === 'boolean' || (Number.isSafeInteger(count) && count >= 0)).toBe(true)
  for (const words of [summarize(found), ...describeWarnings(found)])
    expect(words).not.toMatch(/undefined|NaN|null|\p{Cc}/u)
}

const name = fc.constantFrom('a.zip', 'a.7z', 'a.jpg', 'a', 'a.tar.gz')
const number32 = fc.oneof(fc.nat(2000), fc.constantFrom(0xffff, 0xfffffffe, 0xffffffff), fc.nat(0xffffffff))
const long = fc.oneof(fc.nat(5000), fc.constantFrom(2 ** 32, 2 ** 53, 2 ** 63, 2 ** 64 - 2048))
const entry = fc.record(
  {
    name: fc.string({ unit: 'binary-ascii', maxLength: 30 }),
    content: fc.uint8Array({ maxLength: 60 }),
    flags: fc.nat(0xffff),
    method: fc.nat(0xffff),
    crc: number32,
    packedBytes: number32,
    unpackedBytes: number32,
    from: number32,
    madeBy: fc.nat(255),
    attributes: number32,
    extra: fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.array(long, { maxLength: 4 }).map((values) => zip64Extra(...values)),
    ),
  },
  { requiredKeys: ['name'] },
)
const zip = fc
  .tuple(
    fc.array(entry, { maxLength: 6 }),
    fc.record(
      {
        before: fc.uint8Array({ maxLength: 40 }),
        comment: fc.string({ unit: 'binary-ascii', maxLength: 30 }),
        entries: number32,
        directoryBytes: number32,
        directoryStart: number32,
        disk: fc.nat(3),
        zip64: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([entries, changes]) => makeZip(entries, changes))

test('any bytes are inspected within the limits', () =>
  fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), name, expectAnswer), { numRuns: 300 }))

test('archives with arbitrary headers are inspected within the limits', () =>
  fc.assert(fc.asyncProperty(zip, name, expectAnswer), { numRuns: 1000 }))

const whole = fc
  .array(fc.record({ name: fc.string({ minLength: 1, maxLength: 20 }), content: fc.uint8Array({ maxLength: 80 }) }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((entries) => makeZip(entries, { zip64: entries.length % 2 === 0 }))
// Not fc.double: most of its values are close to zero.
const share = fc.nat(9999).map((part) => part / 10_000)
const broken = fc
  .tuple(whole, fc.array(fc.tuple(share, fc.nat(255)), { maxLength: 12 }), share)
  .map(([bytes, changes, kept]) => {
    const some = bytes.slice(0, kept > 0.5 ? bytes.length : Math.floor(bytes.length * kept * 2))
    for (const [place, byte] of changes) some[Math.floor(place * some.length)] = byte
    return some
  })

test('archives with changed or missing bytes are inspected within the limits', () =>
  fc.assert(fc.asyncProperty(broken, name, expectAnswer), { numRuns: 1000 }))
