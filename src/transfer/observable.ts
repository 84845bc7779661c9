/** A value that can be watched; the shape that useSyncExternalStore asks for. */
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
