/** Marks the button that opens a row. */
export const ROW_ACTION = 'data-row-action'

const STEPS: Record<string, (current: number, last: number) => number> = {
  ArrowDown: (current, last) => Math.min(current + 1, last),
  ArrowUp: (current) => Math.max(current - 1, 0),
  Home: () => 0,
  End: (_current, last) => last,
}

/** The index of the row that a key moves to; undefined for other keys. */
export const rowAfterKey = (key: string, current: number, count: number): number | undefined =>
  current === -1 ? undefined : STEPS[key]?.(current, count - 1)

/** Moves the focus between rows. Returns whether the key did so. */
export function moveFocus(rows: Element, key: string): boolean {
  const actions = [...rows.querySelectorAll<HTMLElement>(`[${ROW_ACTION}]`)]
  const current = actions.findIndex((action) => action === document.activeElement)
  const next = rowAfterKey(key, current, actions.length)
  if (next === undefined) return false
  actions[next]?.focus()
  return true
}

/** Moves the focus from the search field to the first result. Returns whether there is one. */
export function focusFirstRow(): boolean {
  const first = document.querySelector<HTMLElement>(`main [${ROW_ACTION}]`)
  first?.focus()
  return first !== null
}
