import { formatBytes } from '#domain/units.ts'
import type { UploadSnapshot } from '#transfer/upload-engine.ts'

export const CONNECTION_LOST = 'Connection lost - trying again'

export const percentOf = ({ sentBytes, totalBytes }: UploadSnapshot): number =>
  Math.floor((sentBytes / totalBytes) * 100)

/** '42 %, 3.20 GB of 7.60 GB, 12.30 MB/s, 6 min left' */
export function progressLine(snapshot: UploadSnapshot): string {
  const { sentBytes, totalBytes, hold, bytesPerSecond } = snapshot
  const far = [`${percentOf(snapshot)} %`, `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`]
  if (hold) return [...far, CONNECTION_LOST].join(', ')
  if (!bytesPerSecond) return far.join(', ')
  const speed = `${formatBytes(Math.round(bytesPerSecond))}/s`
  return [...far, speed, `${timeLeft((totalBytes - sentBytes) / bytesPerSecond)} left`].join(', ')
}

function timeLeft(secondsLeft: number): string {
  if (secondsLeft < 60) return `${Math.ceil(secondsLeft)} s`
  const minutesLeft = Math.ceil(secondsLeft / 60)
  return minutesLeft < 60 ? `${minutesLeft} min` : `${Math.floor(minutesLeft / 60)} h ${minutesLeft % 60} min`
}
