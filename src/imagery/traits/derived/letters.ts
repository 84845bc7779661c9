// Which means differ, as letters: those that share one don't.

export const LETTERED_MAX = 100
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * Each letter stands for a largest set of means of which no two differ (Bron and Kerbosch 1973, doi 10.1145/362342.362367);
 * `a` is that of the greatest. Undefined for more than 100 means, and when 52 letters aren't enough.
 */
export function lettersOf(
  means: readonly number[],
  isDifferent: (one: number, other: number) => boolean,
): string[] | undefined {
  if (means.length > LETTERED_MAX) return undefined
  const order = means.map((_, at) => at).toSorted((a, b) => (means[b] ?? 0) - (means[a] ?? 0))
  const alike = order.map(
    (one) => new Set(order.flatMap((other, at) => (other !== one && !isDifferent(one, other) ? [at] : []))),
  )
  const groups: number[][] = []
  if (!findGroups({ alike, groups }, [], { open: order.map((_, at) => at), done: [] })) return undefined
  const sorted = groups
    .map((group) => group.toSorted((a, b) => a - b))
    .toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0) || (a.at(-1) ?? 0) - (b.at(-1) ?? 0))
  const letters = means.map(() => '')
  for (const [at, group] of sorted.entries())
    for (const place of group) {
      const mean = order[place] ?? 0
      letters[mean] = `${letters[mean] ?? ''}${LETTERS[at] ?? ''}`
    }
  return letters
}

type Search = { alike: readonly ReadonlySet<number>[]; groups: number[][] }

/** False when there are more groups than letters. */
function findGroups(search: Search, group: number[], { open, done }: { open: number[]; done: number[] }): boolean {
  const { alike, groups } = search
  if (open.length === 0 && done.length === 0) return groups.push(group) <= LETTERS.length
  const near = (one: number): ReadonlySet<number> => alike[one] ?? new Set()
  const pivot = [...open, ...done].reduce<{ at: number; shared: number }>(
    (best, at) => {
      const shared = open.filter((other) => near(at).has(other)).length
      return shared > best.shared ? { at, shared } : best
    },
    { at: -1, shared: -1 },
  ).at
  let [left, tried] = [open, done]
  for (const one of open.filter((other) => !near(pivot).has(other))) {
    const isNear = (other: number): boolean => near(one).has(other)
    if (!findGroups(search, [...group, one], { open: left.filter(isNear), done: tried.filter(isNear) })) return false
    left = left.filter((other) => other !== one)
    tried = [...tried, one]
  }
  return true
}
