import type { Shift } from '#domain/shifts.ts'
import type { MeasuredValues } from './use-workspace.ts'

/** On which dates the plots lie elsewhere now than when these values were measured. */
export function ShiftNotes({ dates }: { dates: readonly MeasuredValues[] }) {
  const other = dates.filter(({ shiftNow, shift }) => !isSame(shiftNow, shift)).map(({ date }) => date)
  if (other.length === 0) return null
  return (
    <p className="max-w-prose text-sm">
      The shift that is applied on {other.join(', ')} is not the one with which these values were measured. Measure
      again to use it.
    </p>
  )
}

const isSame = (one: Shift | null, other: Shift | null): boolean =>
  (one?.eastMetres ?? 0) === (other?.eastMetres ?? 0) && (one?.northMetres ?? 0) === (other?.northMetres ?? 0)
