import { Map as MapIcon } from 'lucide-react'
import { useState } from 'react'
import type { MapSuggestion } from '#contract/trial-flights.ts'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { truncateMiddle } from '#domain/file-names.ts'
import { LAYER_NAMES } from '#domain/trial-words.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { SaveDialog } from '../newer/save-dialog.tsx'
import { sayAndClose } from '../say-and-close.ts'
import type { Trial } from '../trial-queries.ts'
import { draftsOf, elevationOffered, type FlightDraft, flightOf, mapOption, NO_MAP } from './flight-drafts.ts'
import { useAddFlights, useMapSuggestions } from './flight-queries.ts'

type AddFlightsDialogProps = { trial: Trial; onClose: () => void }

type Changes = ReadonlyMap<string, Partial<FlightDraft>>

/** Takes the maps of one or many days into the trial. */
export function AddFlightsDialog({ trial, onClose }: AddFlightsDialogProps) {
  const { trialId, flights } = trial
  const maps = useMapSuggestions(trialId)
  const add = useAddFlights()
  const [changes, setChanges] = useState<Changes>(new Map())
  const offered = maps.data ?? []
  const drafts = draftsOf(
    offered,
    flights.map(({ takenOn }) => takenOn),
  ).map((draft) => ({ ...draft, ...changes.get(draft.id) }))
  const chosen = drafts.filter(({ isChosen }) => isChosen)
  const isShared = ({ id, takenOn: day }: FlightDraft) =>
    day !== '' && [...flights, ...chosen.filter((other) => other.id !== id)].some(({ takenOn }) => takenOn === day)
  const { elevations } = elevationOffered(offered)
  const send = () => add.mutate({ trialId, flights: chosen.map(flightOf) }, sayAndClose(onClose))
  return (
    <SaveDialog
      title="Add flights"
      size="large"
      onClose={onClose}
      onSubmit={send}
      submitLabel={chosen.length > 1 ? `Add ${chosen.length} flights` : 'Add'}
      submitDisabled={chosen.length === 0 || chosen.some(({ takenOn }) => takenOn === '')}
      saving={add}
    >
      {maps.isPending && <Skeleton className="h-44 w-full" />}
      {maps.isError && <QueryFailed title="The maps could not be loaded" query={maps} />}
      {maps.isSuccess &&
        (drafts.length > 0 ? (
          <ul
            aria-label="Flights that can be added"
            className="flex flex-col divide-y divide-line border-y border-line"
          >
            {drafts.map((draft) => (
              <Draft
                key={draft.id}
                draft={draft}
                elevations={elevations}
                isDayShared={isShared(draft)}
                onChange={(change) =>
                  setChanges((before) => new Map(before).set(draft.id, { ...before.get(draft.id), ...change }))
                }
              />
            ))}
          </ul>
        ) : (
          <p className="text-sm">
            There is no further orthomosaic in this place. Maps that were just added appear here once they are prepared,
            GeoTIFF files of your reports once these are published.
          </p>
        ))}
    </SaveDialog>
  )
}

type DraftProps = {
  draft: FlightDraft
  elevations: readonly MapSuggestion[]
  /** With another flight, from which the time of day tells it apart. */
  isDayShared: boolean
  onChange: (change: Partial<FlightDraft>) => void
}

function Draft({ draft, elevations, isDayShared, onChange }: DraftProps) {
  const { photos, takenOn, takenAt, elevationId, isChosen } = draft
  const [main] = photos
  const name = displayName(main.fileName)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <span className="grid size-14 shrink-0 place-items-center rounded bg-sunken">
        {main.thumbnailUrl ? (
          <img src={main.thumbnailUrl} alt="" className="size-14 object-contain" />
        ) : (
          <MapIcon aria-hidden className="size-5 text-muted" />
        )}
      </span>
      <div className="min-w-0 grow basis-56">
        <Checkbox
          // As a block of its own, its first letter stays as it is.
          label={<bdi className="inline-block font-semibold wrap-anywhere">{truncateMiddle(name)}</bdi>}
          checked={isChosen}
          onChange={({ target }) => onChange({ isChosen: target.checked })}
        />
        <p className="text-sm text-muted">{factsOf(main).join(', ')}</p>
        {photos.slice(1).map(({ mapId, fileName, photoKind }) => (
          <p key={mapId} className="text-sm wrap-anywhere text-muted">
            {`and ${displayName(fileName)}${photoKind ? ` (${LAYER_NAMES[photoKind].toLowerCase()})` : ''}`}
          </p>
        ))}
      </div>
      {isChosen && (
        <div className="flex grow basis-60 flex-wrap gap-3">
          <TextField
            label="Taken on"
            aria-label={`Taken on, of ${name}`}
            type="date"
            className="min-w-36 flex-1"
            value={takenOn}
            onChange={({ target }) => onChange({ takenOn: target.value })}
          />
          {isDayShared && (
            <TextField
              label="Time of day"
              aria-label={`Time of day, of ${name}`}
              type="time"
              className="min-w-28 flex-1"
              hint="Another flight has this date."
              value={takenAt}
              onChange={({ target }) => onChange({ takenAt: target.value })}
            />
          )}
          {elevations.length > 0 && (
            <Select
              label="Elevation (optional)"
              aria-label={`Elevation (optional), of ${name}`}
              className="min-w-40 flex-1"
              value={elevationId}
              options={[NO_MAP, ...elevations.map(mapOption)]}
              onChange={({ target }) => onChange({ elevationId: target.value })}
            />
          )}
        </div>
      )}
    </li>
  )
}

const factsOf = ({ takenOn, projectType, origin, isPublished, plotsShare, gsdCm }: MapSuggestion): string[] => [
  takenOn ? dateText(takenOn) : 'no date in its name',
  projectTypeLabel(projectType),
  ...(origin === 'own' ? ['own map'] : isPublished ? [] : ['not published']),
  ...(gsdCm === null ? [] : [`${gsdCm.toFixed(1)} cm a pixel`]),
  ...(plotsShare === null ? [] : [`shows ${Math.round(plotsShare * 100)} % of the plots' area`]),
]
