/** A compact list of numbers, of eight bytes each. */
export type NumberList = {
  add: (value: number) => void
  sorted: () => Float64Array
  largest: () => number
  /** The number of duplicates. */
  countEqual: () => number
  /** With range starts in this list and range ends in `ends`: how many ranges start within another one. */
  countBefore: (ends: NumberList) => number
}

export function createNumberList(): NumberList {
  let values = new Float64Array(1024)
  let length = 0
  const sorted = () => values.subarray(0, length).sort()
  return {
    add(value) {
      if (length === values.length) {
        const longer = new Float64Array(length * 2)
        longer.set(values)
        values = longer
      }
      values[length] = value
      length += 1
    },
    sorted,
    largest: () => values.subarray(0, length).reduce((most, value) => Math.max(most, value), 0),
    countEqual() {
      const all = sorted()
      return all.reduce((count, value, index) => count + (all[index - 1] === value ? 1 : 0), 0)
    },
    countBefore(ends) {
      const [from, to] = [sorted(), ends.sorted()]
      // Ranges are disjoint if and only if each one starts after all earlier ones have ended.
      return from.reduce((count, start, index) => count + (index > 0 && start < (to[index - 1] ?? 0) ? 1 : 0), 0)
    },
  }
}
