import { type UIEvent, useState } from 'react'
import { PRINT_ROWS_MAX, usePrinting } from '#web/lib/printing.ts'
import { useSize } from '../../analysis/use-size.ts'

/** Of a row of the table. */
export const ROW_PIXELS = 36
/** Above and below what is seen, so that scrolling shows no gap. */
const BEYOND = 6

/** The rows that a scrolled box shows, so that thousands of rows cost no more than those; on paper all of them. */
export function useVisibleRows(count: number) {
  const [box, { height }] = useSize()
  const [top, setTop] = useState(0)
  const isPrinting = usePrinting()
  if (isPrinting)
    return { box, first: 0, end: Math.min(count, PRINT_ROWS_MAX), above: 0, below: 0, onScroll: undefined }
  const first = Math.max(0, Math.min(count, Math.floor(top / ROW_PIXELS)) - BEYOND)
  const end = Math.min(count, Math.ceil((top + height) / ROW_PIXELS) + BEYOND)
  return {
    box,
    first,
    end,
    above: first * ROW_PIXELS,
    below: (count - end) * ROW_PIXELS,
    onScroll: ({ currentTarget: { scrollTop } }: UIEvent<HTMLElement>) =>
      setTop((before) => (Math.abs(before - scrollTop) < (BEYOND / 2) * ROW_PIXELS ? before : scrollTop)),
  }
}
