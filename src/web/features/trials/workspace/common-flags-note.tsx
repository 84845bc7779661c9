import { dateText } from '#domain/dates.ts'
import { flagText } from '#domain/trial-words.ts'
import type { CommonFlag } from './common-flags.ts'

type CommonFlagsNoteProps = {
  /** Of dates or traits, each with a name. */
  of: readonly { name: string; common: readonly CommonFlag[] }[]
  plots: number
}

/** What most plots share, and no value is marked with. */
export function CommonFlagsNote({ of, plots }: CommonFlagsNoteProps) {
  const byFlag = Map.groupBy(
    of.flatMap(({ name, common }) => common.map((one) => ({ ...one, name }))),
    ({ flag }) => flag,
  )
  return [...byFlag].map(([flag, found]) => (
    <p key={flag} className="text-muted tabular-nums">
      Most plots share a warning: {flagText(flag)} ({placesOf(found, plots)}).
    </p>
  ))
}

/** Dates or traits that are named one by one. */
const NAMED_MOST = 2

function placesOf(found: readonly { name: string; plots: number }[], of: number): string {
  if (found.length <= NAMED_MOST)
    return found.map(({ name, plots }) => `${dateText(name)}: ${plots} of ${of}`).join(', ')
  const counts = found.map(({ plots }) => plots)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  return `${found.length} columns: ${least === most ? most : `${least} to ${most}`} of ${of}`
}
