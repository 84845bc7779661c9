import { Pencil, Trash2 } from 'lucide-react'
import { type ComponentType, Suspense, useState } from 'react'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import type { AccountRole } from '#domain/memberships.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { lateDialog, latePart } from '#web/lib/late-part.tsx'
import { printedOn, usePrinting } from '#web/lib/printing.ts'
import { linkAccess } from '#web/lib/session/link-access.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useMay } from '#web/lib/session/use-may.ts'
import { ShareButton } from '#web/lib/sharing/share-button.tsx'
import { BenchHeader } from '#web/lib/workbench/bench-header.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { newerIn } from '../newer/newer-in.ts'
import { sayAndClose } from '../say-and-close.ts'
import { type Trial, useChangeTrial, useTrial } from '../trial-queries.ts'
import { isTrialMissing, TrialState } from '../trial-state.tsx'
import { PrintButton } from '../workspace/print-button.tsx'
import { TrialBench } from './trial-bench.tsx'

const TrialDialog = latePart(
  'The form could not be loaded',
  async () => (await import('./trial-dialog.tsx')).TrialDialog,
)

const DeleteDialog = lateDialog(async () => (await import('#web/lib/deletion/delete-dialog.tsx')).DeleteDialog)
const DeletedNote = latePart(
  'The dialog could not be loaded',
  async () => (await import('#web/lib/deletion/deleted-note.tsx')).DeletedNote,
)

type TrialScreenProps = {
  trialId: string
  /** Its list; undefined for visitors with a link. */
  backTo?: string
  /** Assigned projects of the customer, as far as known. */
  projects: readonly string[]
  /** Its flights and plots, and how they are measured. */
  parts: ComponentType<{ trial: Trial }>
}

/** A field and season: its flights, its plots, and their values. */
export function TrialScreen(props: TrialScreenProps) {
  const query = useTrial(props.trialId)
  const { data: trial, error } = query
  const title = trial ? displayName(trial.name) : isTrialMissing(error) ? 'Trial not found' : 'Trial'
  return (
    <>
      <BenchHeader
        back={props.backTo === undefined ? undefined : { to: props.backTo, name: 'Trials' }}
        title={title}
        facts={trial && factsOf(trial)}
      >
        {trial && <PrintButton />}
        {trial && !trial.isExample && !trial.isShared && <ShareButton subject={{ kind: 'trial', id: trial.trialId }} />}
        {trial && !trial.isClosed && trial.purgeOn === null && <Actions {...props} trial={trial} />}
      </BenchHeader>
      {trial ? <TrialContent {...props} trial={trial} /> : <TrialState {...query} />}
    </>
  )
}

/** Visitors with a link see no names of people. */
const ownerOf = ({ customer, isShared }: Pick<Trial, 'customer' | 'isShared'>): string =>
  isShared && customer !== '' ? `Shared by ${displayName(customer)}` : displayName(customer)

const factsOf = ({ customer, projectType, crop, plantingDate, isExample, isShared }: Trial): string =>
  [
    ...(isExample
      ? ['A synthetic field to look at: nothing you do here changes it']
      : [ownerOf({ customer, isShared }), projectType && projectTypeLabel(projectType)]),
    crop && displayName(crop),
    plantingDate && `planted on ${dateText(plantingDate)}`,
  ]
    .filter(Boolean)
    .join(', ')

function whyClosed({ isShared }: Pick<Trial, 'isShared'>, role: AccountRole | undefined): string {
  if (isShared) return 'This trial is shared with you. You can read and download it, and not change it.'
  if (role === 'viewer')
    return 'You are a viewer of this account. You can read and download this trial, and not change it.'
  return 'The project of this trial is no longer assigned to you. You can read the trial, and not change it.'
}

type TrialContentProps = TrialScreenProps & { trial: Trial }

function TrialContent({ trial, parts: Parts }: TrialContentProps) {
  const isPrinting = usePrinting()
  const { user } = useSession()
  const setUp = (
    <Suspense fallback={<Skeleton className="h-80 w-full" />}>
      <Parts trial={trial} />
    </Suspense>
  )
  return (
    <>
      {isPrinting && (
        <>
          <p className="font-display text-xl font-semibold">{displayName(trial.name)}</p>
          <p className="text-sm">
            {factsOf(trial)}, {printedOn()}
          </p>
        </>
      )}
      {trial.purgeOn !== null && (
        <div className="px-4">
          <DeletedNote subject={{ kind: 'trial', id: trial.trialId }} title="Trial deleted" purgeOn={trial.purgeOn} />
        </div>
      )}
      {trial.isClosed && !trial.isExample && !linkAccess.get() && (
        <Alert tone="note" className="m-3">
          {whyClosed(trial, user?.account?.role)}
        </Alert>
      )}
      <TrialBench trial={trial} setUp={setUp} />
    </>
  )
}

const statedOf = ({ name, projectType, crop, plantingDate }: Trial) => ({ name, projectType, crop, plantingDate })

function Actions({ trial, projects }: TrialContentProps) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const may = useMay()
  const change = useChangeTrial()
  const [seen, setSeen] = useState(() => statedOf(trial))
  const close = () => setOpen(undefined)
  return (
    <div className="flex">
      <IconButton
        icon={Pencil}
        label="Edit"
        onClick={() => {
          change.reset()
          setSeen(statedOf(trial))
          setOpen('edit')
        }}
      />
      {may.delete && !trial.isShared && <IconButton icon={Trash2} label="Delete" onClick={() => setOpen('delete')} />}
      {open === 'edit' && (
        <TrialDialog
          title="Edit trial"
          trial={trial}
          projects={projects}
          saving={change}
          onSave={(values) =>
            change.mutate(
              { trialId: trial.trialId, ...values, seen },
              {
                ...sayAndClose(close),
                // Saving again says that theirs was seen.
                onError: (error) => {
                  const theirs = newerIn(error)?.differences.map(({ what, theirs: value }) => [what, value]) ?? []
                  setSeen({ ...seen, ...Object.fromEntries(theirs) })
                },
              },
            )
          }
          onClose={close}
        />
      )}
      {open === 'delete' && <DeleteDialog subject={{ kind: 'trial', id: trial.trialId }} onClose={close} />}
    </div>
  )
}
