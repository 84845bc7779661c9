import { useSyncExternalStore } from 'react'
import { formatDateTime } from '#domain/units.ts'

/** With the day where the reader is, for paper. */
export const printedOn = (): string => `printed on ${formatDateTime(new Date()).split(' | ')[0]}`

/** Rows of a table that are printed at most: some 50 pages. */
export const PRINT_ROWS_MAX = 2000

let isAboutToPrint = false

function subscribe(onChange: () => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const set = (to: boolean) => () => {
    isAboutToPrint = to
    onChange()
  }
  window.addEventListener('beforeprint', set(true), { signal })
  window.addEventListener('afterprint', set(false), { signal })
  window.matchMedia('print').addEventListener('change', onChange, { signal })
  return () => listening.abort()
}

/** Whether the page goes to paper, so that what a screen leaves out is there: it is rendered before the pages are laid out. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(subscribe, () => isAboutToPrint || window.matchMedia('print').matches)
