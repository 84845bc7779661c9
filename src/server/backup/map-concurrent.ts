const CONCURRENCY = 4

/** Processes a number of items concurrently, and yields the results in order. At most that many results are held. */
export async function* mapConcurrent<Item, Result>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
  concurrency = CONCURRENCY,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = []
  try {
    for await (const item of items) {
      const result = work(item)
      // Its error is reported when it is requested; an earlier one may fail first.
      result.catch(() => undefined)
      running.push(result)
      const first = running.length < concurrency ? undefined : running.shift()
      if (first) yield await first
    }
    for (let first = running.shift(); first; first = running.shift()) yield await first
  } finally {
    await Promise.allSettled(running)
  }
}
