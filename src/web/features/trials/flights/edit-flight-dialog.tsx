import { useState } from 'react'
import type { MapSuggestion } from '#contract/trial-flights.ts'
import type { FlightItem } from '#contract/trials.ts'
import { dateText } from '#domain/dates.ts'
import { LAYER_NAMES } from '#domain/trial-words.ts'
import { LAYER_KINDS, type LayerKind, PHOTO_KINDS } from '#domain/trials.ts'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useNewer } from '../newer/newer-in.ts'
import { SaveDialog } from '../newer/save-dialog.tsx'
import { sayAndClose } from '../say-and-close.ts'
import type { Trial } from '../trial-queries.ts'
import { elevationOffered, mapOption, NO_MAP } from './flight-drafts.ts'
import { useChangeFlight, useMapSuggestions } from './flight-queries.ts'

type EditFlightDialogProps = { trial: Trial; flight: FlightItem; onClose: () => void }

type Layers = Record<LayerKind, string>

/** Changes the day of a flight and its maps, after a word on what is measured again. */
export function EditFlightDialog({ trial, flight, onClose }: EditFlightDialogProps) {
  const maps = useMapSuggestions(trial.trialId)
  const change = useChangeFlight()
  // What another person has saved meanwhile is loaded again by then.
  const { seen, newer } = useNewer(statedOf(flight), change.error)
  const before = layersOf(flight)
  const [takenOn, setTakenOn] = useState(flight.takenOn)
  const [takenAt, setTakenAt] = useState(flight.takenAt ?? '')
  const [layers, setLayers] = useState<Layers>(before)
  const hasPhoto = PHOTO_KINDS.some((kind) => layers[kind] !== '')
  const send = () =>
    change.mutate(
      {
        flightId: flight.trialFlightId,
        seen: newer ? statedOf(flight) : seen,
        ...(takenOn !== flight.takenOn && { takenOn }),
        ...(takenAt !== (flight.takenAt ?? '') && { takenAt: takenAt === '' ? null : takenAt }),
        ...(changedAmong(LAYER_KINDS, before, layers) && {
          layers: listOf(layers),
        }),
      },
      sayAndClose(onClose),
    )
  return (
    <SaveDialog
      title={`Edit the flight of ${dateText(flight.moment)}`}
      onClose={onClose}
      onSubmit={send}
      submitLabel="Save"
      submitDisabled={takenOn === '' || !hasPhoto}
      saving={change}
      names={FIELD_NAMES}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Taken on" type="date" value={takenOn} onChange={({ target }) => setTakenOn(target.value)} />
        <TextField
          label="Time of day (optional)"
          type="time"
          value={takenAt}
          onChange={({ target }) => setTakenAt(target.value)}
        />
      </div>
      {maps.isError && <QueryFailed title="The maps could not be loaded" query={maps} />}
      {LAYER_KINDS.map((kind) => (
        <Select
          key={kind}
          label={LAYER_NAMES[kind]}
          value={layers[kind]}
          options={optionsOf(kind, { trial, flight, maps: maps.data ?? [] })}
          onChange={({ target }) => setLayers({ ...layers, [kind]: target.value })}
          hint={HINTS[kind]}
        />
      ))}
      <output className="text-sm text-muted">
        {hasPhoto ? whatIsMeasured(before, layers) : 'A flight needs at least one photo.'}
      </output>
    </SaveDialog>
  )
}

const HINTS: Partial<Record<LayerKind, string>> = {
  multispectral: 'A trait is measured on the first of these photos that allows it.',
  elevation: 'For canopy height.',
  bareGround: 'Elevation from before the crop came up, to measure heights from.',
}

const layersOf = ({ layers }: FlightItem): Layers => {
  const idOf = (kind: LayerKind) => layers.find((layer) => layer.kind === kind && !layer.isOfTrial)?.mapId ?? ''
  return {
    rgb: idOf('rgb'),
    multispectral: idOf('multispectral'),
    thermal: idOf('thermal'),
    elevation: idOf('elevation'),
    bareGround: idOf('bareGround'),
  }
}

const listOf = (layers: Layers) =>
  LAYER_KINDS.flatMap((kind) => (layers[kind] === '' ? [] : [{ mapId: layers[kind], kind }]))

const statedOf = (flight: FlightItem) => ({
  takenOn: flight.takenOn,
  takenAt: flight.takenAt,
  layers: listOf(layersOf(flight)),
})

const FIELD_NAMES = { takenOn: 'Taken on', takenAt: 'Time of day', ...LAYER_NAMES }

const changedAmong = (kinds: readonly LayerKind[], before: Layers, after: Layers): boolean =>
  kinds.some((kind) => before[kind] !== after[kind])

function whatIsMeasured(before: Layers, after: Layers): string {
  if (changedAmong(PHOTO_KINDS, before, after))
    return 'All traits of this flight are measured again the next time you measure.'
  return changedAmong(['elevation', 'bareGround'], before, after)
    ? 'Only heights are measured again the next time you measure.'
    : 'Nothing has to be measured again.'
}

type Offered = { trial: Trial; flight: FlightItem; maps: readonly MapSuggestion[] }

/** The map that it has, and those that fit. */
function optionsOf(kind: LayerKind, { trial, flight, maps }: Offered): { value: string; label: string }[] {
  const { grounds, elevations } = elevationOffered(maps)
  const fitting =
    kind === 'elevation'
      ? elevations
      : kind === 'bareGround'
        ? grounds
        : maps.filter(({ photoKind }) => photoKind !== null)
  const own = flight.layers.flatMap(({ kind: its, mapId, fileName, isOfTrial }) =>
    mapId !== null && its === kind && !isOfTrial ? [{ mapId, fileName, takenOn: null }] : [],
  )
  const others = fitting.filter(({ mapId }) => own.every((one) => one.mapId !== mapId))
  const none = kind === 'bareGround' && trial.bareGround ? { value: '', label: 'That of the trial' } : NO_MAP
  return [none, ...[...own, ...others].map(mapOption)]
}
