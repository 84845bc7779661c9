/** Processes a number of items concurrently, and yields the results in order. At most that many results are held. */
export async function* mapConcurrent<Item, Result>(
  items: AsyncIterable<Item>,
  ahead: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = []
  try {
    for await (const item of items) {
      const one = work(item)
      // Its error is reported when it is requested; an earlier one may fail first.
      one.catch(() => undefined)
      running.push(one)
      const first = running.length < ahead ? undefined : running.shift()
      if (first) yield await first
    }
    for (let first = running.shift(); first; first = running.shift()) yield await first
  } finally {
    await Promise.allSettled(running)
  }
}
