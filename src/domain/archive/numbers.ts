/** Many numbers in eight bytes each, to be compared with one another at the end. */
export type Numbers = {
  add: (value: number) => void
  sorted: () => Float64Array
  largest: () => number
  /** How many of them are there already. */
  countEqual: () => number
  /** These being where ranges start and `ends` where they end: how many ranges begin within another one. */
  countBefore: (ends: Numbers) => number
}

export function openNumbers(): Numbers {
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
      // Ranges are apart when and only when the next one starts after as many have ended.
      return from.reduce((count, start, index) => count + (index > 0 && start < (to[index - 1] ?? 0) ? 1 : 0), 0)
    },
  }
}
