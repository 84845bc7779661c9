import { HeightNotes, type HeightNotesProps } from './height-notes.tsx'
import { ShiftNotes } from './shift-notes.tsx'
import type { MeasuredValues } from './use-workspace.ts'
import { WarningNotes } from './warning-notes.tsx'

type ValueNotesProps = Omit<HeightNotesProps, 'dates'> & { measured: readonly MeasuredValues[] }

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
