import { minutes } from '#domain/units.ts'
import { type Finding, fail } from './finding.ts'

const CLOCK_SKEW_MAX_MS = minutes(1)

/** Returns a failed finding if this machine's clock differs too much from another. */
export function clockProblem(theirs: number, { now, whose }: { now: Date; whose: string }): Finding | undefined {
  const skewMs = now.getTime() - theirs
  if (Math.abs(skewMs) <= CLOCK_SKEW_MAX_MS) return undefined
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  return fail(
    `clock of ${whose}`,
    `this machine's clock is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} that of ${whose}`,
    'Set both by network time (timedatectl set-ntp true): links, codes and limits depend on the time.',
  )
}
