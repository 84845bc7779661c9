import type { FlightItem } from '#contract/trials.ts'
import { HeightNotes, type HeightNotesProps } from './height-notes.tsx'
import { ShiftNotes } from './shift-notes.tsx'
import { WarningNotes } from './warning-notes.tsx'
import type { DatedValues, Values } from './workspace.ts'

type ValueNotesProps = Omit<HeightNotesProps, 'dates'> & {
  dates: readonly DatedValues[]
  measured: readonly (Values & { date: string; takenOn: string | null; shiftNow: FlightItem['shift'] })[]
}

/** What to know of the values that are shown. */
export function ValueNotes({ dates, measured, ...shown }: ValueNotesProps) {
  const heights = measured.flatMap(({ date, takenOn, values, height }) =>
    height ? [{ date, takenOn, values, ...height }] : [],
  )
  return (
    <>
      <WarningNotes dates={dates} />
      <ShiftNotes dates={measured.map(({ date, shiftNow: now, shift }) => ({ date, now, measured: shift }))} />
      {heights.length > 0 && <HeightNotes dates={heights} {...shown} />}
    </>
  )
}
