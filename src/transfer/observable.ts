/** A value that can be watched, in the shape that useSyncExternalStore expects. */
export type Observable<Value> = {
  getSnapshot: () => Value
  subscribe: (listener: () => void) => () => void
}

export function observable<Value>(initial: Value): Observable<Value> & { set: (next: Value) => void } {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    getSnapshot: () => value,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
  }
}
