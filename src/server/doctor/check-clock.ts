import { minutes } from '#domain/units.ts'
import { type Finding, fail } from './finding.ts'

const APART_MOST_MS = minutes(1)

/** A fault when our clock and another are too far apart. */
export function whyApart(theirs: number, { now, whose }: { now: Date; whose: string }): Finding | undefined {
  const apartMs = now.getTime() - theirs
  if (Math.abs(apartMs) <= APART_MOST_MS) return undefined
  const seconds = Math.round(Math.abs(apartMs) / 1000)
  return fail(
    `clock of ${whose}`,
    `this machine's clock is ${seconds} s ${apartMs > 0 ? 'ahead of' : 'behind'} that of ${whose}`,
    'Set both by network time (timedatectl set-ntp true): links, codes and limits depend on the time.',
  )
}
