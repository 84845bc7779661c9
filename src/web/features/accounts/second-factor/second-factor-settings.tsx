import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import type { SecondFactorState } from '#contract/second-factor.ts'
import { Time } from '#web/lib/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { loadSecondFactorError } from '../messages.ts'
import { EnrollSecondFactorDialog } from './enroll-second-factor-dialog.tsx'
import { RecoveryCodesStep } from './recovery-codes-step.tsx'
import { SecondFactorProofDialog } from './second-factor-proof-dialog.tsx'
import { useRenewRecoveryCodes, useSecondFactor, useStopSecondFactor } from './second-factor-queries.ts'

type Open = 'set-up' | 'renew' | 'stop'
type DialogProps = { email: string; onClose: () => void }

/** Shows whether the second factor is on, with the dialogs to change that. */
export function SecondFactorSettings({ email }: { email: string }) {
  const { data, error, isPending, isFetching, refetch } = useSecondFactor()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  if (isPending) return <Skeleton className="h-16 w-full" />
  if (!data)
    return <LoadFailed title={loadSecondFactorError(error)} trying={isFetching} onTryAgain={() => void refetch()} />
  return (
    <div className="flex flex-col gap-4">
      {data.onSince === null ? (
        <SecondFactorDisabled />
      ) : (
        <SecondFactorEnabled since={data.onSince} codesLeft={data.recoveryCodesLeft} />
      )}
      <div className="flex flex-wrap gap-3">
        {data.onSince === null ? (
          <Button onClick={() => setOpen('set-up')}>Set up</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={() => setOpen('renew')}>
              New recovery codes
            </Button>
            <Button variant="secondary" onClick={() => setOpen('stop')}>
              Turn off
            </Button>
          </>
        )}
      </div>
      {open === 'set-up' && <EnrollSecondFactorDialog email={email} onClose={close} />}
      {open === 'renew' && <RenewCodesDialog email={email} onClose={close} />}
      {open === 'stop' && <StopSecondFactorDialog email={email} onClose={close} />}
    </div>
  )
}

const SecondFactorDisabled = () => (
  <p className="flex items-start gap-3 text-sm">
    <ShieldOff aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" strokeWidth={1.5} />
    <span>
      <strong className="font-semibold">Off.</strong> Anyone with your password can log in.
    </span>
  </p>
)

const SecondFactorEnabled = ({
  since,
  codesLeft,
}: {
  since: NonNullable<SecondFactorState['onSince']>
  codesLeft: number
}) => (
  <div className="flex items-start gap-3 text-sm">
    <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-status-green" strokeWidth={1.5} />
    <div>
      <p>
        <strong className="font-semibold">On</strong> since <Time at={since} />. Logging in takes a code as well as your
        password.
      </p>
      <p className={codesLeft < LOW_RECOVERY_CODES ? 'mt-0.5 font-medium text-danger' : 'mt-0.5 text-muted'}>
        {codesLeft === 1
          ? '1 recovery code is left.'
          : `${codesLeft === 0 ? 'No' : codesLeft} recovery codes are left.`}
        {codesLeft < LOW_RECOVERY_CODES && ' Create new ones.'}
      </p>
    </div>
  </div>
)
const LOW_RECOVERY_CODES = 3

function RenewCodesDialog({ email, onClose }: DialogProps) {
  const renew = useRenewRecoveryCodes()
  if (renew.data)
    return (
      <RecoveryCodesStep codes={renew.data} email={email} onClose={onClose}>
        <p>Your old codes no longer work. Each of these works once. They won't be shown again.</p>
      </RecoveryCodesStep>
    )
  return (
    <SecondFactorProofDialog
      title="New recovery codes"
      submitLabel="Create new codes"
      email={email}
      change={renew}
      onClose={onClose}
    >
      <p>You get ten new codes. Your current ones stop working.</p>
    </SecondFactorProofDialog>
  )
}

function StopSecondFactorDialog({ email, onClose }: DialogProps) {
  const stop = useStopSecondFactor()
  const done = () => {
    toast.success('Second factor turned off')
    onClose()
  }
  return (
    <SecondFactorProofDialog
      title="Turn off the second factor?"
      submitLabel="Turn off"
      email={email}
      change={stop}
      onChanged={done}
      onClose={onClose}
    >
      <p>Your password alone will open your account. Remove the entry from your authenticator app, too.</p>
    </SecondFactorProofDialog>
  )
}
