import { Pencil, Plus, Trash2, Upload } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import type { FlightItem } from '#contract/trials.ts'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { LAYER_NAMES } from '#domain/trial-words.ts'
import { AccuracyMark } from '#web/lib/accuracy-note.tsx'
import { lateDialog, latePart } from '#web/lib/late-part.tsx'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { FlightShift } from '../shifts/flight-shift.tsx'
import { useShifts } from '../shifts/shift-queries.ts'
import type { Trial } from '../trial-queries.ts'
import { EditedFlight, useEdited } from './edited-flight.tsx'

const AddFlightsDialog = lateDialog(async () => (await import('./add-flights-dialog.tsx')).AddFlightsDialog)
const MeasureShifts = latePart(
  'The shifts could not be loaded',
  async () => (await import('../shifts/measure-shifts.tsx')).MeasureShifts,
)
const RemoveFlight = lateDialog(async () => (await import('./remove-flight.tsx')).RemoveFlight)

/** The dialog in which a customer adds own maps. */
type AddMaps = ComponentType<{
  projects: readonly string[]
  project?: string | undefined
  onClose: () => void
  onUploaded: () => void
}>

type TrialFlightsProps = {
  trial: Trial
  projects: readonly string[]
  /** Absent for staff. */
  addMaps: AddMaps | undefined
}

/** The days on which the trial was flown. */
export function TrialFlights({ trial, projects, addMaps: AddMapsDialog }: TrialFlightsProps) {
  const [open, setOpen] = useState<'maps' | 'flight'>()
  const close = () => setOpen(undefined)
  const [hasNewMaps, setHasNewMaps] = useState(false)
  const [removing, setRemoving] = useState<FlightItem>()
  const [, edit] = useEdited()
  const hasSome = trial.flights.length > 1
  const shifts = useShifts(trial.trialId, hasSome)
  return (
    <div className="flex flex-col items-start gap-4">
      {trial.flights.length === 0 ? (
        <p className="text-sm text-muted">Add the maps of each flight: those of your reports, and your own.</p>
      ) : (
        <ul className="w-full border-t border-line text-sm">
          {trial.flights.map((flight) => (
            <Flight
              key={flight.trialFlightId}
              flight={flight}
              onEdit={() => edit(flight.trialFlightId)}
              onRemove={() => setRemoving(flight)}
            >
              <FlightShift
                trial={trial}
                flight={flight}
                measured={shifts.data?.measured.find(({ trialFlightId }) => trialFlightId === flight.trialFlightId)}
              />
            </Flight>
          ))}
        </ul>
      )}
      <EditedFlight trial={trial} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant={trial.flights.length > 0 ? 'secondary' : 'primary'}
          size="small"
          onClick={() => setOpen('flight')}
        >
          <Plus aria-hidden className="size-4" />
          Add flights
        </Button>
        {AddMapsDialog && (
          <Button variant="secondary" size="small" onClick={() => setOpen('maps')}>
            <Upload aria-hidden className="size-4" />
            Add maps
          </Button>
        )}
      </div>
      {hasSome && shifts.isError && !shifts.data && (
        <QueryFailed title="The shifts could not be loaded" query={shifts} />
      )}
      {hasSome && shifts.data && <MeasureShifts trial={trial} run={shifts.data.run} />}
      {removing && <RemoveFlight flight={removing} onClose={() => setRemoving(undefined)} />}
      {open === 'flight' && <AddFlightsDialog trial={trial} onClose={close} />}
      {open === 'maps' && AddMapsDialog && (
        <AddMapsDialog
          projects={projects}
          project={projects.find((name) => name === trial.projectType)}
          onClose={() => {
            setOpen(hasNewMaps ? 'flight' : undefined)
            setHasNewMaps(false)
          }}
          onUploaded={() => setHasNewMaps(true)}
        />
      )}
    </div>
  )
}

type FlightProps = { flight: FlightItem; onEdit: () => void; onRemove: () => void; children: ReactNode }

function Flight({ flight, onEdit, onRemove, children }: FlightProps) {
  const { moment, daysAfterPlanting, layers } = flight
  return (
    <li className="flex items-center gap-4 border-b border-line py-2">
      <div className="min-w-0 grow">
        <p className="font-semibold tabular-nums">
          {dateText(moment)}
          {daysAfterPlanting !== null && (
            <span className="font-normal text-muted">
              {`, ${daysAfterPlanting} ${Math.abs(daysAfterPlanting) === 1 ? 'day' : 'days'} after planting`}
              {warmthText(flight)}
            </span>
          )}
        </p>
        {layers.map(({ kind, fileName, mapId, isPublished, madeBy, isOfTrial }) => (
          <p key={kind} className="wrap-anywhere text-muted">
            {displayName(fileName)}
            {layers.length > 1 && ` (${LAYER_NAMES[kind].toLowerCase()}${isOfTrial ? ' of the trial' : ''})`}
            {mapId === null ? ', removed' : !isPublished && ', not published'} <AccuracyMark madeBy={madeBy} />
          </p>
        ))}
        {children}
      </div>
      <IconButton icon={Pencil} label={`Edit the flight of ${dateText(moment)}`} onClick={onEdit} />
      <IconButton icon={Trash2} label={`Remove the flight of ${dateText(moment)}`} onClick={onRemove} />
    </li>
  )
}

/** A gap gives no number, and says so. */
const warmthText = ({ degreeDays, missingTemperatures }: FlightItem): string =>
  degreeDays === null
    ? missingTemperatures
      ? `, no degree-days: ${missingTemperatures} ${missingTemperatures === 1 ? 'day has' : 'days have'} no temperature`
      : ''
    : `, ${degreeDays} degree-days`
