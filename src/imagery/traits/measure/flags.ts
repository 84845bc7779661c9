// What to know before a value of a plot is used.
import type { PlotMeasurement } from './measure-plots.ts'

export const FLAGS = [
  'PARTIAL_DATA',
  'EDGE_OF_MOSAIC',
  'LOW_PIXELS',
  'SATURATED',
  'SHADOW',
  'MASK_FALLBACK',
  'MASK_UNSTABLE',
  'OUTLIER_SPATIAL',
  'OUTLIER_TIME',
  'HEIGHT_BELOW_NOISE',
  'CHM_UNCALIBRATED',
  'NEG_HEIGHT',
  'GRID_MISFIT',
  'NEIGHBOUR_BLEED',
  'LODGING?',
  'USER_EXCLUDED',
] as const
export type Flag = (typeof FLAGS)[number]

/** A bit for each flag, in their order. */
export const toBits = (flags: Iterable<Flag>): number =>
  [...flags].reduce((bits, flag) => bits | (1 << FLAGS.indexOf(flag)), 0)

export const fromBits = (bits: number): Flag[] => FLAGS.filter((_, at) => (bits & (1 << at)) !== 0)

const LIMITS = {
  validFrac: 0.95,
  pixels: 200,
  saturated: 0.02,
  shadedPixels: 0.2,
  shade: 0.01,
  coverChange: 5,
} as const

export type FlagInput = {
  plot: PlotMeasurement
  /** The brightness below which pixels of the trial are dark (see `darkOf`); null when it is not known. */
  dark: number | null
  isMaskFallback: boolean
  /** The cover of the same plot without its buffer, and its pixels; null without a buffer. */
  unbuffered: Pick<PlotMeasurement, 'nPx' | 'coverPct'> | null
}

/** Of what a plot shows on one flight by itself. */
export function flagsOfPlot({ plot, dark, isMaskFallback, unbuffered }: FlagInput): Flag[] {
  const flags: (Flag | false)[] = [
    plot.validFrac < LIMITS.validFrac && 'PARTIAL_DATA',
    plot.isAtEdge && 'EDGE_OF_MOSAIC',
    plot.nPx < LIMITS.pixels && 'LOW_PIXELS',
    (plot.satFrac ?? 0) > LIMITS.saturated && 'SATURATED',
    isShaded(plot, dark) && 'SHADOW',
    isMaskFallback && 'MASK_FALLBACK',
    isUnstable(plot) && 'MASK_UNSTABLE',
    doesBleed(plot, unbuffered) && 'NEIGHBOUR_BLEED',
  ]
  return flags.filter((flag) => flag !== false)
}

/** The brightness that one of a hundred pixels of all plots is below; null unless they are pictures. */
export function darkOf(plots: readonly Pick<PlotMeasurement, 'brightness'>[]): number | null {
  const all = new Float64Array(256)
  for (const { brightness } of plots)
    for (const [level, weight] of brightness?.entries() ?? []) all[level] = (all[level] ?? 0) + weight
  const total = all.reduce((sum, weight) => sum + weight, 0)
  let passed = 0
  const level = all.findIndex((weight) => {
    passed += weight
    return passed > total * LIMITS.shade
  })
  return total > 0 ? level : null
}

function isShaded({ brightness, nPx }: PlotMeasurement, dark: number | null): boolean {
  if (!brightness || dark === null) return false
  const shaded = brightness.subarray(0, dark).reduce((sum, weight) => sum + weight, 0)
  return shaded > LIMITS.shadedPixels * nPx
}

const isUnstable = ({ coverPct, coverAround }: PlotMeasurement): boolean =>
  coverPct !== null && (coverAround ?? []).some((cover) => Math.abs(cover - coverPct) > LIMITS.coverChange)

/** Whether the ring that the buffer takes off has more vegetation than the inside. */
function doesBleed({ nPx, coverPct }: PlotMeasurement, unbuffered: FlagInput['unbuffered']): boolean {
  if (coverPct === null || !unbuffered || unbuffered.coverPct === null || unbuffered.nPx <= nPx) return false
  const ring = (unbuffered.coverPct * unbuffered.nPx - coverPct * nPx) / (unbuffered.nPx - nPx)
  return ring > coverPct
}
