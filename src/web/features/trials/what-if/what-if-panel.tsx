import { PREVIEW_METHODS } from '#imagery/traits/measure/preview-cover.ts'
import { useView } from '#web/lib/view.ts'
import { Button } from '#web/ui/button.tsx'
import { RangeField } from '#web/ui/form/range-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { masksNotOffered } from '../measuring/masks-offered.ts'
import { MASK_NAMES } from '../messages.ts'
import { Problem } from '../problem.tsx'
import { useStartMeasurement } from '../trial-queries.ts'
import type { DatedValues, MeasuredWorkspace } from '../workspace/workspace.ts'
import { type PlantSettings, settingsOf } from './plant-settings.ts'
import { WhatIfReport } from './what-if-report.tsx'

const THRESHOLDS = { exg: [-0.1, 0.5], exgr: [-0.1, 0.5], ndvi: [0, 0.9], osavi: [0, 0.9] } as const
const BUFFERS = [0, 2] as const

type WhatIfPanelProps = MeasuredWorkspace & { day: DatedValues; settings: PlantSettings }

/** Tries other settings on the screen: what counts as plants, and how much of each plot. What was measured stays. */
export function WhatIfPanel({ day, settings, ...workspace }: WhatIfPanelProps) {
  const [, show] = useView()
  const { trial, measurement, flights } = workspace
  const { method, threshold, bufferMetres } = settings
  const measured = settingsOf(measurement)
  const isAsMeasured = JSON.stringify(settings) === JSON.stringify(measured)
  const start = useStartMeasurement()
  const notOffered = masksNotOffered(trial.flights)
  const flight = flights.find(({ trialFlightId }) => trialFlightId === day.flightId)
  const measure = () =>
    start.mutate(
      {
        trialId: trial.trialId,
        bufferMetres,
        mask: { method, ...(method !== 'g>r' && { threshold }), isCleaned: measurement.mask.isCleaned },
        ...(measurement.traits && { traits: measurement.traits }),
      },
      {
        onSuccess: ({ data }) => show({ measurement: data.measurementId, plants: null, threshold: null, buffer: null }),
      },
    )
  return (
    <section aria-label="What if" className="flex flex-col gap-4 rounded-md border border-line bg-card p-4">
      <div className="grid items-end gap-4 @md:grid-cols-2 @2xl:grid-cols-3">
        <Select
          label="Plants are"
          value={method}
          options={PREVIEW_METHODS.map((value) => ({
            value,
            label: MASK_NAMES[value],
            disabled: notOffered.has(value) && value !== method,
          }))}
          onChange={({ target }) => show({ plants: target.value, threshold: null })}
        />
        {method !== 'g>r' && (
          <RangeField
            label="Threshold"
            range={THRESHOLDS[method]}
            step={0.01}
            value={threshold}
            text={threshold.toFixed(2)}
            onChange={(value) => show({ threshold: String(value) }, { replace: true })}
          />
        )}
        <RangeField
          label="Buffer"
          range={BUFFERS}
          step={0.05}
          value={bufferMetres}
          text={`${bufferMetres.toFixed(2)} m`}
          onChange={(value) => show({ buffer: String(value) }, { replace: true })}
        />
      </div>
      {flight && <WhatIfReport {...workspace} flight={flight} settings={settings} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="secondary"
          size="small"
          disabled={isAsMeasured}
          onClick={() => show({ plants: null, threshold: null, buffer: null })}
        >
          As measured
        </Button>
        <Button size="small" disabled={isAsMeasured} pending={start.isPending} onClick={measure}>
          Measure with these settings
        </Button>
        <Problem error={start.error} />
      </div>
    </section>
  )
}
