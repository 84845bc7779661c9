/** The mark on a grid of 32: two joined furrows that end in a dotted flight path. */
export const mark = {
  furrow: 'M6 24H22A4 4 0 0 0 22 16H10A4 4 0 0 1 10 8H14',
  strokeWidth: 4,
  flight: [
    { x: 20, y: 8, radius: 2 },
    { x: 26, y: 8, radius: 2 },
  ],
} as const
