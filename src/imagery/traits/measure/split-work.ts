// Plots in groups that are measured on their own: one after another, on several threads, or again after a restart.

export type PlotExtent = { top: number; bottom: number /** In pixels. */; area: number }

/** So many pixels may be held at a time: 30 bytes each when no two have the same colour. */
const PIXELS_HELD_MAX = 12_000_000

type Group = { plots: number[]; active: number[]; held: number }

/**
 * The numbers of the plots of each group, from top to bottom. There are at least `parts` groups of about the same number of
 * pixels, unless there are fewer plots; more, so that no group holds too many pixels at a time.
 */
export function splitWork(
  plots: readonly PlotExtent[],
  { parts, pixelsHeldMax = PIXELS_HELD_MAX }: { parts: number; pixelsHeldMax?: number },
): number[][] {
  const order = plots.map((_, at) => at).sort((one, other) => topOf(plots, one) - topOf(plots, other))
  const total = plots.reduce((sum, { area }) => sum + area, 0)
  const shares: number[][] = []
  let done = 0
  for (const at of order) {
    const share = Math.min(parts - 1, Math.floor((done / (total || 1)) * parts))
    ;(shares[share] ??= []).push(at)
    done += plots[at]?.area ?? 0
  }
  return shares.filter(Boolean).flatMap((share) => withinMemory(plots, share, pixelsHeldMax))
}

const topOf = (plots: readonly PlotExtent[], at: number): number => plots[at]?.top ?? 0

/** Each plot goes into the first group that has room for it while its rows are read. */
function withinMemory(plots: readonly PlotExtent[], share: readonly number[], pixelsHeldMax: number): number[][] {
  const groups: Group[] = []
  for (const at of share) {
    const { top, area } = plots[at] ?? { top: 0, area: 0 }
    for (const group of groups) release(group, plots, top)
    const free = groups.find(({ held }) => held === 0 || held + area <= pixelsHeldMax)
    const group = free ?? { plots: [], active: [], held: 0 }
    if (!free) groups.push(group)
    group.plots.push(at)
    group.active.push(at)
    group.held += area
  }
  return groups.map((group) => group.plots)
}

function release(group: Group, plots: readonly PlotExtent[], row: number): void {
  const isActive = (at: number): boolean => (plots[at]?.bottom ?? 0) > row
  if (group.active.every(isActive)) return
  group.active = group.active.filter(isActive)
  group.held = group.active.reduce((sum, at) => sum + (plots[at]?.area ?? 0), 0)
}
