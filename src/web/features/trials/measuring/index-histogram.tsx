import type { PlotPreview } from './mask-of-plot.ts'

const BINS = 48
const [WIDTH, HEIGHT] = [240, 64]

/** How often each value of the index is there, with the threshold: plants are above it. */
export function IndexHistogram({ preview: { index }, threshold }: { preview: PlotPreview; threshold: number }) {
  const [low, high] = rangeOf(index, threshold)
  const width = (high - low) / BINS
  const counts = new Float64Array(BINS)
  for (const value of index) {
    const bin = Math.min(BINS - 1, Math.floor((value - low) / width))
    if (bin >= 0) counts[bin] = (counts[bin] ?? 0) + 1
  }
  const most = Math.max(...counts)
  const at = ((threshold - low) / (high - low)) * WIDTH
  return (
    <figure className="max-w-80">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden className="w-full">
        {[...counts].map((count, bin) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bin is its place
            key={bin}
            x={(bin * WIDTH) / BINS + 0.5}
            width={WIDTH / BINS - 1}
            y={HEIGHT - (HEIGHT * count) / most}
            height={(HEIGHT * count) / most}
            className={low + (bin + 0.5) * width > threshold ? 'fill-action' : 'fill-line-strong'}
          />
        ))}
        <line x1={at} x2={at} y1={0} y2={HEIGHT} className="stroke-ink" strokeWidth={1.5} />
      </svg>
      <figcaption className="flex justify-between text-xs text-muted tabular-nums">
        <span>{low.toFixed(2)}</span>
        <span>{`plants above ${threshold.toFixed(2)}`}</span>
        <span>{high.toFixed(2)}</span>
      </figcaption>
    </figure>
  )
}

/** From the lowest to the highest number, with the threshold. */
function rangeOf(index: Float64Array, threshold: number): [number, number] {
  let [low, high] = [threshold - 0.05, threshold + 0.05]
  for (const value of index) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return [low, high]
}
