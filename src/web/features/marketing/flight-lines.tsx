const LINES = [40, 88, 136, 184, 232]
const STATIONS = [60, 112, 164, 216, 268, 320, 372]

/** A flight plan as ornament: lines flown to and fro, with the frame of each photo. */
export const FlightLines = ({ className }: { className: string }) => (
  <svg viewBox="0 0 430 272" fill="none" stroke="currentColor" aria-hidden className={className}>
    {LINES.map((y) =>
      STATIONS.map((x) => <rect key={`${x}/${y}`} x={x - 34} y={y - 25} width={68} height={50} strokeWidth={0.6} />),
    )}
    <path
      d={`M60 40H372${LINES.slice(1)
        .map((_, turn) => `${turn % 2 === 0 ? `a24 24 0 0 1 0 48` : `a24 24 0 0 0 0 48`}H${turn % 2 === 0 ? 60 : 372}`)
        .join('')}`}
      strokeWidth={2.4}
      strokeDasharray="0.1 7"
      strokeLinecap="round"
    />
    {LINES.map((y) =>
      STATIONS.map((x) => <circle key={`${x}/${y}`} cx={x} cy={y} r={2.8} fill="currentColor" stroke="none" />),
    )}
  </svg>
)
