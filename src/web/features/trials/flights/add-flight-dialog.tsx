import { useState } from 'react'
import type { MapSuggestion } from '#contract/trials.ts'
import { displayName } from '#domain/display-names.ts'
import { truncateMiddle } from '#domain/file-names.ts'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { problemOf } from '../messages.ts'
import { useAddFlight, useMapSuggestions } from '../trial-queries.ts'
import { elevationOffered } from './elevation-offered.ts'

type AddFlightDialogProps = { trialId: string; onClose: () => void }

type Chosen = { orthomosaicMapId: string; elevationMapId: string; bareGroundMapId: string; takenOn: string }
const NOTHING: Chosen = { orthomosaicMapId: '', elevationMapId: '', bareGroundMapId: '', takenOn: '' }

/** Takes the maps of one day into the trial. */
export function AddFlightDialog({ trialId, onClose }: AddFlightDialogProps) {
  const maps = useMapSuggestions(trialId)
  const add = useAddFlight()
  const [chosen, setChosen] = useState<Chosen>(NOTHING)
  const send = () => {
    const { orthomosaicMapId, elevationMapId, bareGroundMapId, takenOn } = chosen
    add.mutate(
      {
        trialId,
        takenOn,
        orthomosaicMapId,
        ...(elevationMapId && { elevationMapId }),
        ...(bareGroundMapId && { bareGroundMapId }),
      },
      {
        onSuccess: ({ message }) => {
          toast.success(message)
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title="Add flight"
      onClose={onClose}
      onSubmit={send}
      submitLabel="Add"
      submitDisabled={chosen.orthomosaicMapId === '' || chosen.takenOn === ''}
      pending={add.isPending}
      error={add.error ? problemOf(add.error) : undefined}
    >
      {maps.isPending && <Skeleton className="h-44 w-full" />}
      {maps.isError && (
        <LoadFailed
          title="The maps could not be loaded"
          trying={maps.isFetching}
          onTryAgain={() => void maps.refetch()}
        >
          {problemOf(maps.error)}
        </LoadFailed>
      )}
      {maps.isSuccess &&
        (maps.data.some(({ kind }) => kind === 'orthomosaic') ? (
          <MapFields maps={maps.data} chosen={chosen} onChange={setChosen} />
        ) : (
          <p className="text-sm">
            There is no further orthomosaic in this place. Orthomosaics come with the reports of your requests, as
            GeoTIFF files.
          </p>
        ))}
    </FormDialog>
  )
}

type MapFieldsProps = { maps: readonly MapSuggestion[]; chosen: Chosen; onChange: (chosen: Chosen) => void }

function MapFields({ maps, chosen, onChange }: MapFieldsProps) {
  const orthomosaics = maps.filter(({ kind }) => kind === 'orthomosaic')
  const { grounds, elevations } = elevationOffered(maps)
  const choose = (mapId: string) => {
    const takenOn = orthomosaics.find((map) => map.mapId === mapId)?.takenOn ?? ''
    const elevation = elevations.find((map) => takenOn !== '' && map.takenOn === takenOn)
    onChange({ ...chosen, orthomosaicMapId: mapId, takenOn, elevationMapId: elevation?.mapId ?? '' })
  }
  return (
    <>
      <Select
        label="Orthomosaic"
        placeholder="Choose a map"
        value={chosen.orthomosaicMapId}
        options={orthomosaics.map(optionOf)}
        onChange={({ target }) => choose(target.value)}
      />
      <TextField
        label="Taken on"
        type="date"
        value={chosen.takenOn}
        onChange={({ target }) => onChange({ ...chosen, takenOn: target.value })}
      />
      <Select
        label="Elevation (optional)"
        value={chosen.elevationMapId}
        options={[NONE, ...elevations.map(optionOf)]}
        onChange={({ target }) => onChange({ ...chosen, elevationMapId: target.value, bareGroundMapId: '' })}
        hint="For canopy height. Previews and terrain models have no plants in their elevation, so they are not listed."
      />
      {chosen.elevationMapId !== '' && (
        <Select
          label="Elevation of the bare ground (optional)"
          value={chosen.bareGroundMapId}
          options={[NONE, ...grounds.filter(({ mapId }) => mapId !== chosen.elevationMapId).map(optionOf)]}
          onChange={({ target }) => onChange({ ...chosen, bareGroundMapId: target.value })}
          hint="From a flight before the crop came up, such as the first flight of this trial. Without one, heights are above the soil of the flight itself."
        />
      )}
    </>
  )
}

const NONE = { value: '', label: 'None' }

const optionOf = ({ mapId, fileName, takenOn, isPublished }: MapSuggestion) => ({
  value: mapId,
  label: [truncateMiddle(displayName(fileName)), takenOn, !isPublished && 'not published'].filter(Boolean).join(', '),
})
