// How far the map of a flight lies from that of another one, its reference.

/** Counts the ways in which shifts were measured. Those of another one are measured again. */
export const SHIFTS_MAKER = 1
/** Larger shifts are not looked for: rows of plants look alike from further away. */
export const SHIFT_METRES_MAX = 1.5

export const SHIFT_CONFIDENCES = ['good', 'weak', 'none'] as const
export type ShiftConfidence = (typeof SHIFT_CONFIDENCES)[number]

/** In metres along the axes of the UTM zone. What lies at a place on the reference lies that much further on the other map. */
export type Shift = { eastMetres: number; northMetres: number }

export type MeasuredShift = {
  confidence: ShiftConfidence
  /** Why there is none, or what weakens it, for people. */
  reason: string | null
  /** Null without any confidence. */
  shift: Shift | null
  /** The median distance of the agreeing places from the shift. */
  spreadMetres: number | null
  /** Places that show the shift, of those that could be compared. */
  agreeing: number
  compared: number
}

export const noShift = (reason: string, { compared = 0, agreeing = 0 } = {}): MeasuredShift => ({
  confidence: 'none',
  reason,
  shift: null,
  spreadMetres: null,
  agreeing,
  compared,
})

/** '12 cm east, 3.5 cm south': for people. */
export function shiftText({ eastMetres, northMetres }: Shift): string {
  const parts = [partText(eastMetres, ['west', 'east']), partText(northMetres, ['south', 'north'])]
  return parts.filter((part) => part !== '').join(', ') || 'less than 0.1 cm'
}

function partText(metres: number, [negative, positive]: readonly [string, string]): string {
  const cm = Math.round(Math.abs(metres) * 1000) / 10
  return cm === 0 ? '' : `${cm} cm ${metres < 0 ? negative : positive}`
}
