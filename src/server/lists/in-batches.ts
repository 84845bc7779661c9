import { setImmediate as nextTurn } from 'node:timers/promises'

/** So many rows a statement: a few milliseconds on the embedded database, which computes on the main thread. */
export const BATCH_ROWS = 200

/** Runs `step` from place to place until it answers none. The event loop gets a turn after each. */
export async function inBatches<Place>(
  first: Place,
  step: (place: Place) => Promise<Place | undefined>,
  signal?: AbortSignal,
): Promise<void> {
  let place: Place | undefined = first
  while (place !== undefined) {
    signal?.throwIfAborted()
    place = await step(place)
    await nextTurn()
  }
}

/** For work that leaves nothing to be found again: until a step has done less than a whole batch. */
export const waitForJobs = (step: () => Promise<number>): Promise<void> =>
  inBatches(true, async () => ((await step()) < BATCH_ROWS ? undefined : true))

/** Where a list goes on after these rows; nowhere after less than a whole batch. */
export const placeAfter = <Row>(rows: readonly Row[]): Row | undefined =>
  rows.length < BATCH_ROWS ? undefined : rows.at(-1)

/** The same for a list that is at hand. */
export const inSlices = <Item>(
  list: readonly Item[],
  step: (slice: readonly Item[]) => Promise<unknown>,
): Promise<void> =>
  inBatches(0, async (at) => {
    if (at >= list.length) return undefined
    await step(list.slice(at, at + BATCH_ROWS))
    return at + BATCH_ROWS
  })
