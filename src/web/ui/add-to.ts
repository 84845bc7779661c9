/** Adds an entry to a set, until what it returns is called. */
export const addTo = <Entry>(set: Set<Entry>, entry: Entry): (() => void) => {
  set.add(entry)
  return () => {
    set.delete(entry)
  }
}
