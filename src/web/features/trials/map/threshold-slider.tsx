import { Button } from '#web/ui/button.tsx'
import type { Measurement } from '../workspace/workspace.ts'

const [LOW, HIGH, STEP, USUAL] = [-0.1, 0.5, 0.01, 0.1]

type ThresholdSliderProps = {
  mask: Measurement['mask']
  /** What is tried; null for that of the measurement. */
  threshold: number | null
  onChange: (threshold: number | null) => void
}

/** Tries another threshold for plants on the screen. What was measured stays. */
export function ThresholdSlider({ mask: { method, threshold: measured }, threshold, onChange }: ThresholdSliderProps) {
  const usual = measured ?? (method === 'exg' || method === 'otsu' ? USUAL : 0)
  const shown = threshold ?? usual
  return (
    <div className="flex items-end gap-4 sm:col-span-2 lg:col-span-3">
      <label className="flex max-w-xl grow flex-col gap-1.5 text-sm font-medium">
        <span className="flex justify-between">
          Threshold for plants, preview <span className="tabular-nums">{shown.toFixed(2)}</span>
        </span>
        <input
          type="range"
          min={LOW}
          max={HIGH}
          step={STEP}
          value={shown}
          onChange={({ target }) => onChange(Number(target.value))}
          className="h-11 accent-action"
        />
      </label>
      <Button variant="secondary" disabled={threshold === null} onClick={() => onChange(null)}>
        As measured
      </Button>
    </div>
  )
}
