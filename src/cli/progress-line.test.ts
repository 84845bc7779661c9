import { describe, expect, it } from 'vitest'
import { GiB, MiB } from '#domain/units.ts'
import type { UploadSnapshot } from '#transfer/upload-engine.ts'
import { progressLine } from './progress-line.ts'

const snapshot = (more: Partial<UploadSnapshot> = {}): UploadSnapshot => ({
  state: 'uploading',
  parts: [],
  sentBytes: GiB(3),
  totalBytes: GiB(8),
  ...more,
})

describe('the progress line of an upload', () => {
  it.each([
    [{}, '37 %, 3.00 GB of 8.00 GB'],
    [
      { bytesPerSecond: MiB(12), endsAt: new Date(2026, 6, 1, 14, 5).getTime() },
      '37 %, 3.00 GB of 8.00 GB, 12.00 MB/s, 8 min left (ends 14:05)',
    ],
    [{ bytesPerSecond: 0 }, '37 %, 3.00 GB of 8.00 GB, 0 Bytes/s'],
    [{ waitReason: 'waiting' as const }, '37 %, 3.00 GB of 8.00 GB, Connection lost - trying again'],
  ])('with %j', (more, line) => expect(progressLine(snapshot(more))).toBe(line))
})
