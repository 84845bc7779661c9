import { type FocusEvent, useLayoutEffect, useRef } from 'react'
import { ROW_ACTION } from './list/row-navigation.ts'

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** Returns a function that brings the focus back when the element that has it now is gone: to what is near its place. */
export function rememberFocus(): () => void {
  const places: Element[] = []
  for (let place = document.activeElement; place && place !== document.body; place = place.parentElement)
    places.push(place)
  return () => {
    if (places.length === 0) return
    // After React has finished this change of the page.
    queueMicrotask(() => {
      if (!isLost()) return
      const place = places.find((known) => known.isConnected && known.querySelector(FOCUSABLE))
      const next = place?.querySelector<HTMLElement>(FOCUSABLE) ?? document.querySelector('main')
      next?.focus()
    })
  }
}

const rowsIn = (list: Element | null): Element[] => [...(list?.querySelectorAll('tbody > tr, ol > li') ?? [])]

function focusRow(row: Element | undefined): void {
  const target = row?.querySelector<HTMLElement>(`[${ROW_ACTION}]`) ?? row?.querySelector<HTMLElement>(FOCUSABLE)
  if (target) return target.focus()
  const place = row ?? document.querySelector('main')
  if (!(place instanceof HTMLElement)) return
  place.tabIndex = -1
  place.focus()
}

/** Keeps the focus in a list whose rows change. When the row that has it is gone, it goes to the one in its place. */
export function useRowFocus() {
  const list = useRef<HTMLDivElement>(null)
  const focused = useRef(-1)
  const expected = useRef<{ after: number; from: Element | null }>(undefined)

  useLayoutEffect(() => {
    const rows = rowsIn(list.current)
    const { after, from } = expected.current ?? { after: Infinity, from: null }
    if (rows.length > after) {
      expected.current = undefined
      if (isLost() || document.activeElement === from) focusRow(rows[after])
    } else if (focused.current !== -1 && isLost()) focusRow(rows[Math.min(focused.current, rows.length - 1)])
  })

  return {
    list,
    onFocus: ({ target }: FocusEvent): void => {
      focused.current = rowsIn(list.current).findIndex((row) => row.contains(target))
    },
    onBlur: ({ target, relatedTarget }: FocusEvent): void => {
      // A dialog that was opened from the row gives the focus back to it. A row that is gone still counts.
      if (target.isConnected && !relatedTarget?.closest('dialog')) focused.current = -1
    },
    /** Called when further rows are asked for: the focus goes to the first of them. */
    expectRows: (): void => {
      expected.current = { after: rowsIn(list.current).length, from: document.activeElement }
    },
  }
}

/** A dialog opens with the focus on the element that has the attribute. React's autoFocus does not set the attribute. */
export const autofocus = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '')
