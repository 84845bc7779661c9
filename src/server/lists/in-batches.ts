import { setImmediate as nextTurn } from 'node:timers/promises'

/** Rows per statement: it holds its locks and its connection for a few milliseconds. */
export const BATCH_ROWS = 200

/** Runs `step` from one cursor to the next until it returns none. The event loop gets a turn after each. */
export async function inBatches<Cursor>(
  first: Cursor,
  step: (cursor: Cursor) => Promise<Cursor | undefined>,
  signal?: AbortSignal,
): Promise<void> {
  let cursor: Cursor | undefined = first
  while (cursor !== undefined) {
    signal?.throwIfAborted()
    cursor = await step(cursor)
    await nextTurn()
  }
}

/** For steps that do not find their rows again, such as deletes: runs until a step processes less than a whole batch. */
export const repeatBatches = (step: () => Promise<number>): Promise<void> =>
  inBatches(true, async () => ((await step()) < BATCH_ROWS ? undefined : true))

type Removal = { executeTakeFirst: () => Promise<{ numDeletedRows: bigint }> }

/** Runs a removal of at most a batch of rows until there are no more. */
export const removeInBatches = (removal: Removal): Promise<void> =>
  repeatBatches(async () => Number((await removal.executeTakeFirst()).numDeletedRows))

/** The cursor after these rows; none after less than a whole batch. */
export const cursorAfter = <Row>(rows: readonly Row[]): Row | undefined =>
  rows.length < BATCH_ROWS ? undefined : rows.at(-1)
