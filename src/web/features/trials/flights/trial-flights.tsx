import { Plus, Thermometer, Trash2 } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { FlightItem } from '#contract/trials.ts'
import { displayName } from '#domain/display-names.ts'
import { AccuracyMark } from '#web/lib/accuracy-note.tsx'
import { lateComponent } from '#web/lib/late-code.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { problemOf } from '../messages.ts'
import { FlightShift } from '../shifts/flight-shift.tsx'
import { MeasureShifts } from '../shifts/measure-shifts.tsx'
import { useShifts } from '../shifts/shift-queries.ts'
import { standIn } from '../stand-in.tsx'
import { type Trial, useRemoveFlight } from '../trial-queries.ts'

const AddFlightDialog = lateComponent(
  async () => (await import('./add-flight-dialog.tsx')).AddFlightDialog,
  standIn('The dialog could not be loaded'),
)
const TemperaturesDialog = lateComponent(
  async () => (await import('../temperatures/temperatures-dialog.tsx')).TemperaturesDialog,
  standIn('The dialog could not be loaded'),
)

/** The days on which the trial was flown. */
export function TrialFlights({ trial }: { trial: Trial }) {
  const [open, setOpen] = useState<'flight' | 'temperatures'>()
  const close = () => setOpen(undefined)
  const [removing, setRemoving] = useState<FlightItem>()
  const hasSome = trial.flights.length > 1
  const shifts = useShifts(trial.trialId, hasSome)
  return (
    <div className="flex flex-col items-start gap-4">
      {trial.flights.length === 0 ? (
        <p className="text-sm text-muted">Add the maps of each flight. They come from the reports of your requests.</p>
      ) : (
        <ul className="w-full border-t border-line text-sm">
          {trial.flights.map((flight) => (
            <Flight key={flight.trialFlightId} flight={flight} onRemove={() => setRemoving(flight)}>
              <FlightShift
                trial={trial}
                flight={flight}
                measured={shifts.data?.measured.find(({ trialFlightId }) => trialFlightId === flight.trialFlightId)}
              />
            </Flight>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={() => setOpen('flight')}>
          <Plus aria-hidden className="size-4" />
          Add flight
        </Button>
        <Button variant="secondary" size="small" onClick={() => setOpen('temperatures')}>
          <Thermometer aria-hidden className="size-4" />
          Temperatures
        </Button>
      </div>
      {trial.temperatures && trial.plantingDate === null && (
        <p className="text-sm text-muted">Degree-days need the planting date. Add it with Edit.</p>
      )}
      {hasSome && shifts.isError && !shifts.data && (
        <LoadFailed
          title="The shifts could not be loaded"
          trying={shifts.isFetching}
          onTryAgain={() => void shifts.refetch()}
        >
          {problemOf(shifts.error)}
        </LoadFailed>
      )}
      {hasSome && shifts.data && <MeasureShifts trial={trial} run={shifts.data.run} />}
      <Suspense fallback={null}>
        {open === 'flight' && <AddFlightDialog trialId={trial.trialId} onClose={close} />}
        {open === 'temperatures' && <TemperaturesDialog trial={trial} onClose={close} />}
      </Suspense>
      {removing && <RemoveFlight flight={removing} onClose={() => setRemoving(undefined)} />}
    </div>
  )
}

type FlightProps = { flight: FlightItem; onRemove: () => void; children: ReactNode }

function Flight({ flight, onRemove, children }: FlightProps) {
  const { takenOn, daysAfterPlanting, orthomosaic, elevation, bareGround } = flight
  const maps = [orthomosaic, elevation, bareGround].filter((map) => map !== null)
  return (
    <li className="flex items-center gap-4 border-b border-line py-2">
      <div className="min-w-0 grow">
        <p className="font-semibold tabular-nums">
          {takenOn}
          {daysAfterPlanting !== null && (
            <span className="font-normal text-muted">
              {`, ${daysAfterPlanting} ${Math.abs(daysAfterPlanting) === 1 ? 'day' : 'days'} after planting`}
              {warmthText(flight)}
            </span>
          )}
        </p>
        {maps.map(({ fileName, mapId, isPublished, madeBy }) => (
          <p key={fileName} className="wrap-anywhere text-muted">
            {displayName(fileName)}
            {mapId === null ? ', removed from its report' : !isPublished && ', not published'}{' '}
            <AccuracyMark madeBy={madeBy} />
          </p>
        ))}
        {children}
      </div>
      <IconButton icon={Trash2} label={`Remove the flight of ${takenOn}`} onClick={onRemove} />
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

function RemoveFlight({ flight, onClose }: { flight: FlightItem; onClose: () => void }) {
  const remove = useRemoveFlight()
  return (
    <ConfirmDialog
      title="Remove this flight?"
      confirmLabel="Remove"
      keepLabel="Keep"
      pending={remove.isPending}
      error={remove.error ? problemOf(remove.error) : undefined}
      onConfirm={() =>
        remove.mutate(flight.trialFlightId, {
          onSuccess: ({ message }) => {
            toast.success(message)
            onClose()
          },
        })
      }
      onKeep={onClose}
    >
      <p>
        The flight of {flight.takenOn} leaves the trial, with all values that were measured on it. Its maps stay in
        their report.
      </p>
    </ConfirmDialog>
  )
}
