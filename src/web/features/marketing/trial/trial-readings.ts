import plots from './trial-plots.json' with { type: 'json' }

export type Reading = { number: number; index: number; coverPercent: number; heightCm: number }

/** A position in fractions of the frame. */
export type PointedAt = { x: number; y: number; frame: { width: number; height: number } }

/** The aspect ratio of the picture that the readings belong to. */
const RATIO = 2

/** The nearest plot to a position in the frame, which shows the picture with object-fit: cover. */
export function readingAt({ x, y, frame }: PointedAt): Reading {
  const shown = Math.max(frame.width, frame.height * RATIO)
  const pictureX = 0.5 + ((x - 0.5) * frame.width) / shown
  const pictureY = 0.5 + ((y - 0.5) * frame.height) / (shown / RATIO)
  let nearest = 0
  let least = Infinity
  plots.number.forEach((_, place) => {
    // Plots are about 2.7 times as long as wide, and the picture twice as wide as high.
    const far = Math.hypot(((plots.x[place] ?? 0) - pictureX) * RATIO * 2.7, (plots.y[place] ?? 0) - pictureY)
    if (far >= least) return
    least = far
    nearest = place
  })
  return readingOf(nearest)
}

export const firstReadings = (count: number): Reading[] => Array.from({ length: count }, (_, place) => readingOf(place))

const readingOf = (place: number): Reading => ({
  number: plots.number[place] ?? 0,
  index: plots.index[place] ?? 0,
  coverPercent: plots.coverPercent[place] ?? 0,
  heightCm: plots.heightCm[place] ?? 0,
})
