/** Lets pieces of work of the same name run one after another, in the order in which they were asked for. */
export function openTurns(): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return async (name, work) => {
    const before = last.get(name) ?? Promise.resolve()
    const mine = before.then(work, work)
    last.set(name, mine)
    try {
      return await mine
    } finally {
      if (last.get(name) === mine) last.delete(name)
    }
  }
}
