import { useState } from 'react'
import { Select } from '#web/ui/form/select.tsx'
import { SaveDialog } from '../newer/save-dialog.tsx'
import { closeSaying } from '../say-and-close.ts'
import { type Trial, useChangeTrial } from '../trial-queries.ts'
import { elevationOffered, mapOption, NO_MAP } from './flight-drafts.ts'
import { useMapSuggestions } from './flight-queries.ts'

export function BareGroundDialog({ trial, onClose }: { trial: Trial; onClose: () => void }) {
  const maps = useMapSuggestions(trial.trialId)
  const change = useChangeTrial()
  const [mapId, setMapId] = useState(trial.bareGround?.mapId ?? '')
  const { grounds } = elevationOffered(maps.data ?? [])
  const send = () =>
    change.mutate(
      { trialId: trial.trialId, bareGroundMapId: mapId === '' ? null : mapId },
      closeSaying('Bare ground saved', onClose),
    )
  return (
    <SaveDialog
      title="Bare ground of the trial"
      onClose={onClose}
      onSubmit={send}
      submitLabel="Save"
      submitDisabled={maps.isPending}
      saving={{ isPending: change.isPending, error: change.error ?? maps.error }}
    >
      <Select
        label="Elevation of the bare ground"
        value={mapId}
        options={[NO_MAP, ...grounds.map(mapOption)]}
        onChange={({ target }) => setMapId(target.value)}
        hint="From a flight before the crop came up. Without one, heights are above the soil of each flight itself."
      />
      <p className="text-sm text-muted">
        Heights of flights without a bare ground of their own are measured again the next time you measure, nothing
        else.
      </p>
    </SaveDialog>
  )
}
