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
  'GSD_COARSE',
  'SOIL_OFF',
  'HEIGHT_REFUSED',
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
  /** In points of cover. */
  bleed: 5,
  /** In standard errors. */
  bleedErrors: 2,
  /** Of a plant, in metres: squares of this side are plants or soil independently of one another. */
  patch: 0.2,
  /** In cm. */
  coarse: { emergence: 0.5, later: 1.8 },
  /** Plants are small so many days after planting. */
  emergenceDays: 28,
} as const

export type FlagInput = {
  plot: PlotMeasurement
  /** The brightness below which pixels of the trial are dark (see `darkOf`); null when it is not known. */
  dark: number | null
  isMaskFallback: boolean
  /** What the buffer takes off the plot; null without a buffer. */
  ring: Pick<PlotMeasurement, 'nPx' | 'coverPct'> | null
  /** Null where pixels have no size. */
  gsdCm: number | null
}

/** Of what a plot shows on one flight by itself. */
export function flagsOfPlot({ plot, dark, isMaskFallback, ring, gsdCm }: FlagInput): Flag[] {
  const flags: (Flag | false)[] = [
    plot.validFrac < LIMITS.validFrac && 'PARTIAL_DATA',
    plot.isAtEdge && 'EDGE_OF_MOSAIC',
    plot.nPx < LIMITS.pixels && 'LOW_PIXELS',
    (plot.satFrac ?? 0) > LIMITS.saturated && 'SATURATED',
    isShaded(plot, dark) && 'SHADOW',
    isMaskFallback && 'MASK_FALLBACK',
    plot.coverPct !== null && isUnstable(plot.coverPct, plot.coverAround ?? []) && 'MASK_UNSTABLE',
    doesBleed(plot, { ring, gsdCm }) && 'NEIGHBOUR_BLEED',
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

/** Covers in percent: with the threshold, and with ones a little above and below. */
export const isUnstable = (coverPct: number, around: readonly number[]): boolean =>
  around.some((cover) => Math.abs(cover - coverPct) > LIMITS.coverChange)

/**
 * Whether the ring that the buffer takes off has clearly more vegetation than the inside: by 5 points, and by twice the standard
 * error of their difference. Without this margin, half of all closed plots would be flagged by chance.
 */
function doesBleed({ nPx, coverPct }: PlotMeasurement, { ring, gsdCm }: Pick<FlagInput, 'ring' | 'gsdCm'>): boolean {
  if (coverPct === null || ring === null || ring.coverPct === null || gsdCm === null) return false
  const more = ring.coverPct - coverPct
  const patches = (pixels: number) => Math.max(1, pixels * (gsdCm / 100 / LIMITS.patch) ** 2)
  const share = (coverPct * nPx + ring.coverPct * ring.nPx) / (100 * (nPx + ring.nPx))
  const error = 100 * Math.sqrt(Math.max(0, share * (1 - share)) * (1 / patches(nPx) + 1 / patches(ring.nPx)))
  return more > LIMITS.bleed && more > LIMITS.bleedErrors * error
}

type Flown = { gsdCm: number | null; daysAfterPlanting: number | null }

/** Whether pixels are too large to tell leaves from soil: above 1.8 cm, and above 0.5 cm in the four weeks after planting. */
export function isCoarse({ gsdCm, daysAfterPlanting }: Flown): boolean {
  const isEarly = daysAfterPlanting !== null && daysAfterPlanting >= 0 && daysAfterPlanting <= LIMITS.emergenceDays
  return gsdCm !== null && gsdCm > (isEarly ? LIMITS.coarse.emergence : LIMITS.coarse.later)
}
