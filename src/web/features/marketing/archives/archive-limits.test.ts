import { expect, test } from 'vitest'
import { ENTRIES_MAX } from '#domain/archive/inspection.ts'
import { UNPACKED_BYTES_MAX } from '#domain/archive/statistics.ts'
import { checkFileName } from '#domain/file-names.ts'
import { REPORT_FILE_BYTES_MAX } from '#domain/reports.ts'
import { GiB } from '#domain/units.ts'
import { OPEN_UPLOADS_MAX, PART_BYTES, PARTS_MAX } from '#domain/uploads.ts'
import { ARCHIVE_LIMITS } from './archive-limits.ts'

const textOf = (name: string): string => ARCHIVE_LIMITS.find((fact) => fact.name === name)?.text ?? ''
const TiB = (count: number) => GiB(1024) * count

test('the page states the limits of the program', () => {
  expect(textOf('Size')).toContain(`Up to ${((PARTS_MAX * PART_BYTES) / TiB(1)).toFixed(2)} TiB for an archive`)
  expect(textOf('Size')).toContain(`${REPORT_FILE_BYTES_MAX / GiB(1)} GB for each file of a report`)
  expect(checkFileName('x'.repeat(255))).toBeUndefined()
  expect(checkFileName('x'.repeat(256))).toContain('255 bytes')
  expect([OPEN_UPLOADS_MAX, textOf('Size')]).toEqual([5, expect.stringContaining('five uploads')])
  expect(textOf('Unpacked')).toContain(
    `${UNPACKED_BYTES_MAX / TiB(1)} TiB and ${ENTRIES_MAX.toLocaleString('en')} entries`,
  )
})

test('the page explains file types and common problems', () => {
  expect(ARCHIVE_LIMITS.map(({ name }) => name)).toEqual([
    'Type',
    'Size',
    'Unpacked',
    'Photos',
    'Passwords',
    'Damaged files',
    'Viruses',
  ])
})
