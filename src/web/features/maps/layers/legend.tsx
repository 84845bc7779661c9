import type { Range } from '#imagery/rasters/look.ts'
import { RAMPS, type RampId, rampColour } from '#imagery/rasters/ramps.ts'
import { formatValue } from '#web/lib/raster-map/look.ts'
import { RAMP_NAMES } from '#web/lib/raster-map/ramp-names.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { RAMP_IDS } from './map-state.ts'

export const BINS = 48

type LegendProps = {
  title: string
  ramp: RampId
  range: Range
  /** Null where nothing is hidden; undefined where nothing can be. */
  threshold: number | null | undefined
  /** What the handles choose from. */
  extent: Range
  /** How many samples of the screen lie in each part of the extent. */
  histogram: readonly number[]
  onChange: (change: { range?: Range; ramp?: RampId; threshold?: number | null }) => void
}

const RAMP_OPTIONS = RAMP_IDS.map((id) => ({ value: id, label: RAMP_NAMES[id] }))
const STEPS = 200

/** The ramp of a layer over the histogram of what is on the screen, with a handle at each end. */
export function Legend({ title, ramp, range: [low, high], threshold, extent, histogram, onChange }: LegendProps) {
  const step = (extent[1] - extent[0]) / STEPS
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">{title}</legend>
      <Histogram histogram={histogram} extent={extent} range={[low, high]} ramp={ramp} threshold={threshold ?? null} />
      <Handle
        label="From"
        value={low}
        extent={extent}
        onChange={(to) => onChange({ range: [Math.min(to, high - step), high] })}
      />
      <Handle
        label="To"
        value={high}
        extent={extent}
        onChange={(to) => onChange({ range: [low, Math.max(to, low + step)] })}
      />
      {threshold !== undefined && (
        <Threshold
          threshold={threshold}
          extent={extent}
          histogram={histogram}
          onChange={(to) => onChange({ threshold: to })}
        />
      )}
      <Select
        label="Colours"
        value={ramp}
        options={RAMP_OPTIONS}
        onChange={({ target: { value } }) => {
          const chosen = RAMP_IDS.find((id) => id === value)
          if (chosen) onChange({ ramp: chosen })
        }}
      />
    </fieldset>
  )
}

type HistogramProps = Pick<LegendProps, 'histogram' | 'extent' | 'range' | 'ramp'> & { threshold: number | null }

function Histogram({ histogram, extent: [min, max], range: [low, high], ramp, threshold }: HistogramProps) {
  const most = Math.max(1, ...histogram)
  return (
    <svg viewBox={`0 0 ${BINS} 20`} preserveAspectRatio="none" aria-hidden="true" className="h-16 w-full">
      {histogram.map((count, bin) => {
        const value = min + ((bin + 0.5) / BINS) * (max - min)
        const colour = rampColour(RAMPS[ramp], (value - low) / (high - low)).map(Math.round)
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
            fillOpacity={threshold !== null && value < threshold ? 0.25 : 1}
            stroke="var(--line-strong)"
            strokeWidth={0.05}
          />
        )
      })}
    </svg>
  )
}

type HandleProps = { label: string; value: number; extent: Range; onChange: (to: number) => void }

const Handle = ({ label, value, extent, onChange }: HandleProps) => (
  <label className="flex items-center gap-2 text-xs">
    <span className="w-8 shrink-0 text-muted">{label}</span>
    <input
      type="range"
      min={extent[0]}
      max={extent[1]}
      step={(extent[1] - extent[0]) / STEPS}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      className="h-6 min-w-0 grow accent-action"
    />
    <output className="w-14 shrink-0 text-right tabular-nums">{formatValue(value, extent)}</output>
  </label>
)

type ThresholdProps = Pick<LegendProps, 'extent' | 'histogram'> & {
  threshold: number | null
  onChange: (to: number | null) => void
}

/** The ExG above which a pixel counts as canopy, where a trial has no threshold of its own. */
const CANOPY = 0.1

function Threshold({ threshold, extent, histogram, onChange }: ThresholdProps) {
  const [min, max] = extent
  const first = CANOPY > min && CANOPY < max ? CANOPY : (min + max) / 2
  return (
    <>
      <Checkbox
        label="Hide lower values"
        checked={threshold !== null}
        onChange={(event) => onChange(event.target.checked ? first : null)}
      />
      {threshold !== null && (
        <>
          <Handle label="Below" value={threshold} extent={extent} onChange={onChange} />
          <p className="text-xs text-muted tabular-nums">
            About {Math.round(shareAbove({ threshold, extent, histogram }) * 100)} % of the map on the screen is left
            (preview).
          </p>
        </>
      )}
    </>
  )
}

function shareAbove({
  threshold,
  extent: [min, max],
  histogram,
}: Pick<LegendProps, 'extent' | 'histogram'> & { threshold: number }): number {
  const all = histogram.reduce((sum, count) => sum + count, 0)
  const place = ((threshold - min) / (max - min)) * BINS
  const above = histogram.reduce((sum, count, bin) => sum + count * Math.min(1, Math.max(0, bin + 1 - place)), 0)
  return all === 0 ? 0 : above / all
}
