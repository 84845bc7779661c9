import { Pencil, Trash2 } from 'lucide-react'
import { type ComponentType, Suspense, useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import { counted } from '#domain/units.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { hasStatus } from '#web/lib/api.ts'
import { BackLink } from '#web/lib/back-link.tsx'
import { lateComponent } from '#web/lib/late-code.tsx'
import { useView } from '#web/lib/view.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { problemOf } from '../messages.ts'
import { standIn } from '../stand-in.tsx'
import { type Trial, useChangeTrial, useTrial } from '../trial-queries.ts'
import { Section } from './section.tsx'
import { TrialValues } from './trial-values.tsx'

const TrialDialog = lateComponent(
  async () => (await import('./trial-dialog.tsx')).TrialDialog,
  standIn('The form could not be loaded'),
)

const DeleteDialog = lateComponent(
  async () => (await import('#web/lib/deletion/delete-dialog.tsx')).DeleteDialog,
  standIn('The dialog could not be loaded'),
)
const DeletedNote = lateComponent(
  async () => (await import('#web/lib/deletion/deleted-note.tsx')).DeletedNote,
  standIn('The dialog could not be loaded'),
)

type TrialScreenProps = {
  trialId: string
  /** Its list. */
  backTo: string
  /** Assigned projects of the customer, as far as known. */
  projects: readonly string[]
  /** Its flights and plots, and how they are measured. */
  parts: ComponentType<{ trial: Trial }>
}

/** A field and season: its flights, its plots, and their values. */
export function TrialScreen(props: TrialScreenProps) {
  const { data: trial, error, isPending, isFetching, refetch } = useTrial(props.trialId)
  const isMissing = hasStatus(error, 400, 404)
  return (
    <div className="@container" data-wide>
      <BackLink to={props.backTo}>Trials</BackLink>
      <h1 className="mt-1 font-display text-2xl font-semibold wrap-anywhere">
        <bdi>{trial ? displayName(trial.name) : isMissing ? 'Trial not found' : 'Trial'}</bdi>
      </h1>
      {trial && <TrialContent {...props} trial={trial} />}
      {isPending && <Skeleton className="mt-6 h-96 w-full" />}
      {!trial && isMissing && <p className="mt-4 text-sm text-muted">It was deleted, or is not yours.</p>}
      {!trial && error && !isMissing && (
        <LoadFailed title="The trial could not be loaded" trying={isFetching} onTryAgain={() => void refetch()}>
          {problemOf(error)}
        </LoadFailed>
      )}
    </div>
  )
}

type TrialContentProps = TrialScreenProps & { trial: Trial }

function TrialContent(props: TrialContentProps) {
  const { trial } = props
  const facts = [
    displayName(trial.customer),
    trial.projectType && projectTypeLabel(trial.projectType),
    trial.crop && displayName(trial.crop),
    trial.plantingDate && `planted on ${trial.plantingDate}`,
  ]
  return (
    <>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-sm wrap-anywhere text-muted">{facts.filter(Boolean).join(', ')}</p>
        {!trial.isClosed && trial.purgeOn === null && <Actions {...props} />}
      </div>
      {trial.purgeOn !== null && (
        <Suspense fallback={null}>
          <DeletedNote subject={{ kind: 'trial', id: trial.trialId }} title="Trial deleted" purgeOn={trial.purgeOn} />
        </Suspense>
      )}
      {trial.isClosed && (
        <Alert tone="note" className="mt-4">
          The project of this trial is no longer assigned to you. You can read the trial, and not change it.
        </Alert>
      )}
      <div className="mt-6 flex flex-col gap-8">
        <SetUp {...props} />
        {(trial.measurements.length > 0 || trial.plotVersions.length > 0) && (
          <Section title="Values">
            <TrialValues trial={trial} />
          </Section>
        )}
      </div>
    </>
  )
}

/** What is measured, and how. It folds away once there are values, and is loaded when it is shown. */
function SetUp({ trial, parts: Parts }: TrialContentProps) {
  const { flights, measurements, plotVersions } = trial
  const [view] = useView()
  const [wasOpened, setOpened] = useState(false)
  const parts = (
    <Suspense fallback={<Skeleton className="h-80 w-full" />}>
      <Parts trial={trial} />
    </Suspense>
  )
  if (!measurements.some(({ state }) => state === 'DONE')) return parts
  const plots = plotVersions[0]?.plots ?? 0
  return (
    <details
      className="rounded-md border border-line bg-card px-4 open:pb-6 print:hidden"
      open={view.has('measure')}
      onToggle={() => setOpened(true)}
    >
      <summary className="cursor-pointer py-3 text-sm font-medium">
        Flights, plots and measuring
        <span className="font-normal text-muted">
          : {counted(flights.length, 'flight')}, {counted(plots, 'plot')}
        </span>
      </summary>
      {wasOpened && <div className="pt-3">{parts}</div>}
    </details>
  )
}

function Actions({ trial, projects }: TrialContentProps) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const change = useChangeTrial()
  const close = () => setOpen(undefined)
  return (
    <div className="-mr-3 flex gap-1">
      <Button variant="quiet" size="small" onClick={() => setOpen('edit')}>
        <Pencil aria-hidden className="size-4" />
        Edit
      </Button>
      <Button variant="quiet" size="small" onClick={() => setOpen('delete')}>
        <Trash2 aria-hidden className="size-4" />
        Delete
      </Button>
      {open === 'edit' && (
        <Suspense fallback={null}>
          <TrialDialog
            title="Edit trial"
            trial={trial}
            projects={projects}
            saving={change}
            onSave={(values) =>
              change.mutate(
                { trialId: trial.trialId, ...values },
                {
                  onSuccess: ({ message }) => {
                    toast.success(message)
                    close()
                  },
                },
              )
            }
            onClose={close}
          />
        </Suspense>
      )}
      {open === 'delete' && (
        <Suspense fallback={null}>
          <DeleteDialog subject={{ kind: 'trial', id: trial.trialId }} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
