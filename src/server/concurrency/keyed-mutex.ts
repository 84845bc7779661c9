/** The maximum number of tasks per key that may run or wait, and the error for the next one. */
type Bound = { max: number; beyond: () => Error }

/** Runs tasks with the same key one after another, in the order of their calls. */
export function createKeyedMutex(bound?: Bound): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>()
  return async (name, work) => {
    const line = lines.get(name) ?? { last: Promise.resolve(), length: 0 }
    if (bound && line.length >= bound.max) throw bound.beyond()
    lines.set(name, line)
    const mine = line.last.then(work, work)
    line.last = mine
    line.length += 1
    try {
      return await mine
    } finally {
      line.length -= 1
      if (line.length === 0) lines.delete(name)
    }
  }
}
