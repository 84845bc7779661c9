// Names at the ends of lines.
import type { Line } from './figures.ts'

const ALL_MAX = 20
const EACH_SIDE = 5

/** Which lines are named: all, or of many the checks, the highest and the lowest at their last date. */
export function namedOf(lines: readonly Line[]): Line[] {
  if (lines.length <= ALL_MAX) return [...lines]
  const others = lines
    .filter(({ isCheck, values }) => !isCheck && lastOf(values) !== undefined)
    .toSorted((a, b) => (lastOf(b.values) ?? 0) - (lastOf(a.values) ?? 0))
  const checks = lines.filter(({ isCheck }) => isCheck).slice(0, EACH_SIDE)
  return [...checks, ...new Set([...others.slice(0, EACH_SIDE), ...others.slice(-EACH_SIDE)])]
}

export const lastOf = (values: readonly number[]): number | undefined => values.findLast(Number.isFinite)

/** Places from the lowest number to the highest, each at least `gap` from the next and as near as that allows to where it belongs. */
export function spread(wanted: readonly number[], gap: number, highest: number): number[] {
  const order = [...wanted.keys()].toSorted((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  const places = [...wanted]
  let free = Number.NEGATIVE_INFINITY
  for (const at of order) {
    places[at] = Math.max(wanted[at] ?? 0, free)
    free = (places[at] ?? 0) + gap
  }
  let end = highest
  for (const at of order.toReversed()) {
    places[at] = Math.min(places[at] ?? 0, end)
    end = (places[at] ?? 0) - gap
  }
  return places
}
