import { Thermometer } from 'lucide-react'
import { useState } from 'react'
import { lateDialog } from '#web/lib/late-part.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Trial } from '../trial-queries.ts'

const TemperaturesDialog = lateDialog(async () => (await import('./temperatures-dialog.tsx')).TemperaturesDialog)

/** What the warmth of the season is computed of. */
export function TrialTemperatures({ trial }: { trial: Trial }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="max-w-prose text-sm text-muted">
        With the least and greatest temperature of each day, flights have degree-days after planting.
        {trial.temperatures && trial.plantingDate === null && ' They need the planting date. Add it with Edit.'}
      </p>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        <Thermometer aria-hidden className="size-4" />
        Temperatures
      </Button>
      {isOpen && <TemperaturesDialog trial={trial} onClose={() => setOpen(false)} />}
    </div>
  )
}
