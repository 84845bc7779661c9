import { hours, minutes, seconds } from '#domain/units.ts'
import type { UploadSnapshot } from './upload-engine.ts'

type Progress = Pick<UploadSnapshot, 'sentBytes' | 'totalBytes'>
type Pace = { bytesPerSecond?: number | undefined; endsAt?: number | undefined }

/** Whole percents, and 100 only when every byte was sent. */
export const percentOf = ({ sentBytes, totalBytes }: Progress): number =>
  Math.floor((100 * sentBytes) / Math.max(1, totalBytes))

/** '3 min left (ends 14:05)', or empty while it is unknown. */
export function timeLeft({ sentBytes, totalBytes, bytesPerSecond = 0, endsAt }: Progress & Pace): string {
  if (endsAt === undefined || sentBytes >= totalBytes) return ''
  const leftMs = seconds((totalBytes - sentBytes) / bytesPerSecond)
  if (leftMs < minutes(1)) return 'less than a minute left'
  const end = new Date(endsAt)
  const days = Math.round((startOfDay(end) - startOfDay(new Date(endsAt - leftMs))) / hours(24))
  const clock = `${end.getHours()}:${String(end.getMinutes()).padStart(2, '0')}`
  return `${lasting(leftMs)} left (ends ${clock}${days > 0 ? `, ${days === 1 ? 'tomorrow' : `in ${days} days`}` : ''})`
}

const startOfDay = (date: Date): number => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

function lasting(milliseconds: number): string {
  const whole = Math.ceil(milliseconds / minutes(1))
  const wholeHours = Math.floor(whole / 60)
  return wholeHours > 0 ? `${wholeHours} h ${whole % 60} min` : `${whole} min`
}
