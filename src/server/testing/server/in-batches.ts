const ROWS = 1000

/** Adds rows from `first` to `last` at a time: many thousands in one statement take longer than it may on a busy machine. */
export async function inBatches(count: number, add: (first: number, last: number) => Promise<unknown>): Promise<void> {
  for (let first = 1; first <= count; first += ROWS) await add(first, Math.min(count, first + ROWS - 1))
}
