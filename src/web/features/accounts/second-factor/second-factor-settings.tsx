import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import type { SecondFactorState } from '#contract/second-factor.ts'
import { formatDateTime } from '#domain/units.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
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
    return (
      <Alert
        tone="danger"
        title={loadSecondFactorError(error)}
        action={
          <Button variant="secondary" size="small" pending={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        }
      />
    )
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
              Switch off
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
      <strong className="font-semibold">Off.</strong> Anyone who has your password can open your account.
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
        <strong className="font-semibold">On</strong> since{' '}
        <time dateTime={since}>{formatDateTime(new Date(since))}</time>. A login asks for a code after the password.
      </p>
      <p className={codesLeft < LOW_RECOVERY_CODES ? 'mt-0.5 font-medium text-danger' : 'mt-0.5 text-muted'}>
        {codesLeft === 1
          ? '1 recovery code is left.'
          : `${codesLeft === 0 ? 'No' : codesLeft} recovery codes are left.`}
        {codesLeft < LOW_RECOVERY_CODES && ' Make new ones.'}
      </p>
    </div>
  </div>
)
const LOW_RECOVERY_CODES = 3

function RenewCodesDialog({ email, onClose }: DialogProps) {
  const renew = useRenewRecoveryCodes()
  if (renew.data)
    return (
      <RecoveryCodesStep title="Keep these recovery codes" codes={renew.data} email={email} onClose={onClose}>
        <p>Those from before are void. Each of these lets you in once. They are shown only now.</p>
      </RecoveryCodesStep>
    )
  return (
    <SecondFactorProofDialog
      title="New recovery codes"
      submitLabel="Make new codes"
      email={email}
      change={renew}
      onClose={onClose}
    >
      <p>You get ten new ones. Those that you have now are void then.</p>
    </SecondFactorProofDialog>
  )
}

function StopSecondFactorDialog({ email, onClose }: DialogProps) {
  const stop = useStopSecondFactor()
  const done = () => {
    toast.success('Second factor switched off')
    onClose()
  }
  return (
    <SecondFactorProofDialog
      title="Switch the second factor off?"
      submitLabel="Switch off"
      email={email}
      change={stop}
      onChanged={done}
      onClose={onClose}
    >
      <p>The password alone opens your account then. Remove its entry from your authenticator app too.</p>
    </SecondFactorProofDialog>
  )
}
