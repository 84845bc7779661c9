import { type UIEvent, useState } from 'react'
import { PRINT_ROWS_MAX, usePrinting } from '#web/lib/printing.ts'

/** Of a row of the table. */
export const ROW_PIXELS = 36
/** Above and below what is seen, so that scrolling shows no gap. */
const BEYOND = 6
const VIEW_PIXELS_FIRST = 800

/** The rows that a scrolled box shows, so that thousands of rows cost no more than those; on paper all of them. */
export function useVisibleRows(count: number) {
  const [place, setPlace] = useState({ top: 0, height: VIEW_PIXELS_FIRST })
  const isPrinting = usePrinting()
  if (isPrinting) return { first: 0, end: Math.min(count, PRINT_ROWS_MAX), above: 0, below: 0, onScroll: undefined }
  const first = Math.max(0, Math.min(count, Math.floor(place.top / ROW_PIXELS)) - BEYOND)
  const end = Math.min(count, Math.ceil((place.top + place.height) / ROW_PIXELS) + BEYOND)
  return {
    first,
    end,
    above: first * ROW_PIXELS,
    below: (count - end) * ROW_PIXELS,
    onScroll: ({ currentTarget: { scrollTop: top, clientHeight: height } }: UIEvent<HTMLElement>) =>
      setPlace((before) =>
        Math.abs(before.top - top) < (BEYOND / 2) * ROW_PIXELS && before.height === height ? before : { top, height },
      ),
  }
}
