/** Of each plot, its value on each flight. */
export type Series = readonly (readonly (number | null)[])[]

/** The mean of plots on each flight, of those that have a value. */
export function meanOfPlots(series: Series, flights: number): (number | null)[] {
  return Array.from({ length: flights }, (_, flight) => {
    let [sum, count] = [0, 0]
    for (const values of series) {
      const value = values[flight] ?? null
      if (value === null) continue
      sum += value
      count += 1
    }
    return count === 0 ? null : sum / count
  })
}
