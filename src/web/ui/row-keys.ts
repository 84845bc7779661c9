/** Marks the control that opens a row. */
export const ROW_ACTION = 'data-row-action'

const STEPS: Record<string, (present: number, last: number) => number> = {
  ArrowDown: (present, last) => Math.min(present + 1, last),
  ArrowUp: (present) => Math.max(present - 1, 0),
  Home: () => 0,
  End: (_present, last) => last,
}

/** The row that a key leads to; undefined for keys that lead nowhere. */
export const rowAfterKey = (key: string, present: number, count: number): number | undefined =>
  present === -1 ? undefined : STEPS[key]?.(present, count - 1)

/** Arrow keys go from row to row; says whether this key did. */
export function moveAmongRows(rows: Element, key: string): boolean {
  const actions = [...rows.querySelectorAll<HTMLElement>(`[${ROW_ACTION}]`)]
  const present = actions.findIndex((action) => action === document.activeElement)
  const next = rowAfterKey(key, present, actions.length)
  if (next === undefined) return false
  actions[next]?.focus()
  return true
}

/** From the search down into what it has found; says whether there was something. */
export function focusFirstRow(): boolean {
  const first = document.querySelector<HTMLElement>(`main [${ROW_ACTION}]`)
  first?.focus()
  return first !== null
}
