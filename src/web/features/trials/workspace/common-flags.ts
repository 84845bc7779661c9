type Flags = readonly (readonly string[])[]
export type CommonFlag = { flag: string; plots: number }

/** Of fewer plots, each warning is shown at its plot. */
const PLOTS_LEAST = 10

/** Warnings that more than half of the plots share mark none of them: they are said once. */
export function splitFlags(flags: Flags): { flags: Flags; commonFlags: CommonFlag[] } {
  const counts = new Map<string, number>()
  for (const own of flags) for (const flag of own) counts.set(flag, (counts.get(flag) ?? 0) + 1)
  const common = [...counts].filter(([, plots]) => flags.length >= PLOTS_LEAST && plots > flags.length / 2)
  if (common.length === 0) return { flags, commonFlags: [] }
  const shared = new Set(common.map(([flag]) => flag))
  return {
    flags: flags.map((own) => (own.some((flag) => shared.has(flag)) ? own.filter((flag) => !shared.has(flag)) : own)),
    commonFlags: common.map(([flag, plots]) => ({ flag, plots })),
  }
}
