import { RAMPS, rampColour } from '#imagery/rasters/ramps.ts'
import { formatValue, type Range, type ReadyMap, rampOf } from './look.ts'

export const BINS = 48

type LegendProps = {
  map: ReadyMap
  title: string
  /** What the handles choose from. */
  extent: Range
  range: Range
  /** How many samples of the screen lie in each part of the extent. */
  histogram: readonly number[]
  onChange: (range: Range) => void
}

/** The ramp of a layer over the histogram of what is on the screen, with a handle at each end. */
export function Legend({ map, title, extent: [min, max], range: [low, high], histogram, onChange }: LegendProps) {
  const most = Math.max(1, ...histogram)
  const step = (max - min) / 200
  const ramp = RAMPS[rampOf(map)]
  const handle = (label: string, value: number, change: (to: number) => Range) => (
    <label className="flex items-center gap-2 text-xs">
      <span className="w-8 text-muted">{label}</span>
      <input
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        onChange={(event) => onChange(change(Number(event.target.value)))}
        className="min-w-0 grow accent-action"
      />
      <output className="w-14 text-right tabular-nums">{formatValue(value, [min, max])}</output>
    </label>
  )
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">{title}</legend>
      <svg viewBox={`0 0 ${BINS} 20`} preserveAspectRatio="none" aria-hidden="true" className="h-16 w-full">
        {histogram.map((count, bin) => {
          const value = min + ((bin + 0.5) / BINS) * (max - min)
          const colour = rampColour(ramp, (value - low) / (high - low)).map(Math.round)
          const height = (count / most) * 19
          return (
            <rect
              // oxlint-disable-next-line react/no-array-index-key -- bins are known by their place
              key={bin}
              x={bin}
              y={20 - height}
              width={0.9}
              height={height}
              fill={`rgb(${colour.join(',')})`}
              stroke="var(--line-strong)"
              strokeWidth={0.05}
            />
          )
        })}
      </svg>
      {handle('From', low, (to) => [Math.min(to, high - step), high])}
      {handle('To', high, (to) => [low, Math.max(to, low + step)])}
    </fieldset>
  )
}
