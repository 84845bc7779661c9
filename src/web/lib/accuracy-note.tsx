import type { MadeBy } from '#contract/reports.ts'
import { accuracyNote, accuracyText } from '#domain/processing.ts'

/** What must be said wherever something is shown that this engine made. */
export const accuracyNoteOf = (madeBy: MadeBy | null): string | null => madeBy && accuracyNote(madeBy)

/** The note, and for a surface what is known of its errors. */
export const accuracyTextOf = (madeBy: MadeBy | null): string | null => {
  const note = accuracyNoteOf(madeBy)
  return madeBy?.accuracy ? `${note}: ${accuracyText(madeBy.accuracy)}` : note
}

/** The note as a mark beside a name; nothing where there is none. */
export function AccuracyMark({ madeBy }: { madeBy: MadeBy | null }) {
  const note = accuracyNoteOf(madeBy)
  return (
    note && (
      <span className="inline-block rounded bg-status-yellow-soft px-1.5 py-0.5 text-xs font-medium whitespace-nowrap text-status-yellow">
        {note}
      </span>
    )
  )
}
