import type { RunItem } from '#contract/processing.ts'
import { MODEL_LIMITS } from '#imagery/reconstruction/model-limits.ts'

/** How a figure lies beside its target. */
export type Mark = 'good' | 'look' | 'bad'

export type Figure = {
  label: string
  value: string | null
  /** What it says, for those who meet it first. */
  hint?: string
  target?: string
  /** Null where the figure is unknown, or has no target. */
  mark: Mark | null
}

type Quality = NonNullable<RunItem['quality']>
type Kind = Omit<Figure, 'value' | 'mark'> & {
  /** Older records lack some. */
  read: (quality: Quality) => number | null | undefined
  text: (value: number, quality: Quality) => string
  /** Up to the first it is good, up to the second it deserves a look. */
  limits?: { good: number; look: number; of?: (value: number) => number }
}

const withUnit = (digits: number, unit: string) => (value: number) => `${value.toFixed(digits)}${unit}`

/** Targets are rules of thumb; our own engine gives up at the end of what deserves a look. */
const KINDS: readonly Kind[] = [
  {
    label: 'Registered photos',
    hint: 'Photos that found their place among the others',
    target: '95 % or more',
    read: ({ usedPhotos, photos }) => (usedPhotos == null || photos === 0 ? null : usedPhotos / photos),
    text: (_, { usedPhotos, photos }) => `${usedPhotos} of ${photos}`,
    limits: { good: 0.05, look: 1 - MODEL_LIMITS.registeredLeast, of: (share) => 1 - share },
  },
  {
    label: 'Reprojection error',
    hint: 'How far a point of the field lies from where photos show it',
    target: 'below 0.7 px',
    read: ({ reprojectionPixels }) => reprojectionPixels,
    text: withUnit(2, ' px'),
    limits: { good: 0.7, look: MODEL_LIMITS.reprojectionPixels },
  },
  {
    label: 'GPS fit, horizontal',
    hint: 'How far cameras lie from the positions in their photos',
    target: 'below 2 m without RTK',
    read: ({ gpsHorizontalMetres }) => gpsHorizontalMetres,
    text: withUnit(2, ' m'),
    limits: { good: 2, look: MODEL_LIMITS.fitMetres },
  },
  {
    label: 'GPS fit, vertical',
    target: 'below 3 m without RTK',
    read: ({ gpsVerticalMetres }) => gpsVerticalMetres,
    text: withUnit(2, ' m'),
    limits: { good: 3, look: MODEL_LIMITS.fitMetres },
  },
  {
    label: 'Slope of the ground',
    hint: 'More than the field has means that the map is tilted',
    target: 'below 5° on a level field',
    read: ({ groundTiltDegrees }) => groundTiltDegrees,
    text: withUnit(1, '°'),
    limits: { good: 5, look: MODEL_LIMITS.tiltDegrees },
  },
  {
    label: 'Focal length',
    hint: 'Found from the photos, beside what they state; heights are off by as much',
    target: 'within 1 %',
    read: ({ focalRatio }) => (focalRatio == null ? null : (focalRatio - 1) * 100),
    text: (percent) => `${percent >= 0 ? '+' : '−'}${Math.abs(percent).toFixed(1)} %`,
    limits: { good: 1, look: 100 * MODEL_LIMITS.focalOff, of: Math.abs },
  },
  { label: 'Ground sampling distance', read: ({ gsdCm }) => gsdCm, text: withUnit(2, ' cm') },
  { label: 'Area', read: ({ areaHectares }) => areaHectares, text: withUnit(2, ' ha') },
  {
    label: 'Surface without height',
    target: 'below 5 %',
    read: ({ refusedShare }) => (refusedShare == null ? null : refusedShare * 100),
    text: withUnit(0, ' %'),
    limits: { good: 5, look: 25 },
  },
]

/** What an engine measured of its own work, always in the same order; what it doesn't know is null. */
export const qualityFigures = (quality: RunItem['quality']): Figure[] =>
  KINDS.map(({ read, text, limits, ...words }) => {
    const value = quality && read(quality)
    return value == null || !quality
      ? { ...words, value: null, mark: null }
      : { ...words, value: text(value, quality), mark: limits ? markOf(value, limits) : null }
  })

function markOf(value: number, { good, look, of = (same) => same }: NonNullable<Kind['limits']>): Mark {
  const off = of(value)
  return off <= good ? 'good' : off <= look ? 'look' : 'bad'
}
