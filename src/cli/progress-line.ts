import { formatBytes } from '#domain/units.ts'
import { percentOf, timeLeft } from '#transfer/progress.ts'
import type { UploadSnapshot } from '#transfer/upload-engine.ts'

export const CONNECTION_LOST = 'Connection lost - trying again'

/** '42 %, 3.20 GB of 7.60 GB, 12.30 MB/s, 6 min left (ends 14:05)' */
export function progressLine(snapshot: UploadSnapshot): string {
  const { sentBytes, totalBytes, waitReason, bytesPerSecond } = snapshot
  const far = [`${percentOf(snapshot)} %`, `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`]
  if (waitReason) return [...far, CONNECTION_LOST].join(', ')
  const speed = bytesPerSecond === undefined ? '' : `${formatBytes(Math.round(bytesPerSecond))}/s`
  return [...far, speed, timeLeft(snapshot)].filter(Boolean).join(', ')
}
