import type { FlightItem } from '#contract/trials.ts'
import { HeightNotes, type HeightNotesProps } from './height-notes.tsx'
import { ShiftNotes } from './shift-notes.tsx'
import { WarningNotes } from './warning-notes.tsx'
import type { Values } from './workspace.ts'

type ValueNotesProps = Omit<HeightNotesProps, 'dates'> & {
  measured: readonly (Values & { date: string; takenOn: string | null; shiftNow: FlightItem['shift'] })[]
}

/** What to know of the values that are shown. */
export function ValueNotes({ measured, ...shown }: ValueNotesProps) {
  const heights = measured.flatMap(({ date, takenOn, values, height }) =>
    height ? [{ date, takenOn, values, ...height }] : [],
  )
  return (
    <>
      <WarningNotes dates={measured} />
      <ShiftNotes dates={measured.map(({ date, shiftNow: now, shift }) => ({ date, now, measured: shift }))} />
      {heights.length > 0 && <HeightNotes dates={heights} {...shown} />}
    </>
  )
}
