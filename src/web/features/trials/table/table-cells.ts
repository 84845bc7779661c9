// The focus goes from cell to cell.

const WAYS: Readonly<Record<string, { isRow: boolean; next: 'nextElementSibling' | 'previousElementSibling' }>> = {
  ArrowUp: { isRow: true, next: 'previousElementSibling' },
  ArrowDown: { isRow: true, next: 'nextElementSibling' },
  ArrowLeft: { isRow: false, next: 'previousElementSibling' },
  ArrowRight: { isRow: false, next: 'nextElementSibling' },
}

/** The button or field that an arrow key leads to; undefined where there is none, or for another key. */
export function controlBeside(control: HTMLElement, key: string): HTMLElement | undefined {
  const cell = control.closest<HTMLTableCellElement>('td, th')
  const way = WAYS[key]
  if (!cell || !way) return undefined
  let at: Element | null = way.isRow ? cell.parentElement : cell
  for (;;) {
    at = at?.[way.next] ?? null
    if (!at) return undefined
    const beside = at instanceof HTMLTableRowElement ? at.cells[cell.cellIndex] : at
    const found = beside?.querySelector<HTMLElement>('button, input')
    if (found) return found
  }
}

/** Stays when the table is scrolled; on a phone the plot alone does. */
export const FROZEN_CELL = 'bg-inherit md:sticky md:left-(--plot-width)'
