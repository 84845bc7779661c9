const COLUMNS = 7
const RANGES = 3
const EMPTY = { range: 1, column: 3 }
const TONES = [
  'fill-ramp-4',
  'fill-ramp-6',
  'fill-ramp-5',
  'fill-ramp-3',
  'fill-ramp-7',
  'fill-ramp-5',
  'fill-ramp-2',
] as const

const PLOTS = Array.from({ length: COLUMNS * RANGES }, (_, place) => {
  const range = Math.floor(place / COLUMNS)
  const column = place % COLUMNS
  return {
    number: (range + 3) * 100 + column + 1,
    x: 8 + column * 64,
    y: 8 + range * 122,
    tone: TONES[(column * 3 + range * 5) % TONES.length] ?? 'fill-ramp-4',
    empty: range === EMPTY.range && column === EMPTY.column,
  }
})

/** A trial with one missing plot. */
export const EmptyPlot = () => (
  <svg viewBox="0 0 460 372" aria-hidden className="w-full max-w-2xl">
    {PLOTS.map(({ number, x, y, tone, empty }) =>
      empty ? (
        <g key={number}>
          <rect
            x={x}
            y={y}
            width={52}
            height={106}
            className="fill-none stroke-ink"
            strokeWidth={1.5}
            strokeDasharray="5 5"
          />
          <text x={x + 26} y={y + 60} textAnchor="middle" className="fill-ink font-display text-lg font-semibold">
            404
          </text>
        </g>
      ) : (
        <g key={number} className={tone}>
          {[0, 1, 2, 3].map((row) => (
            <rect key={row} x={x + 1 + row * 13} y={y} width={11} height={106} rx={5} />
          ))}
        </g>
      ),
    )}
  </svg>
)
