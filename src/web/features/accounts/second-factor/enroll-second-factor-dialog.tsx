import { type ReactNode, useState } from 'react'
import type { NewSecondFactor } from '#contract/second-factor.ts'
import { hasStatus } from '#web/lib/api.ts'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { QrCode } from '#web/ui/qr-code.tsx'
import { CodeField } from '../forms/code-field.tsx'
import { codeOf, EMPTY_CODE, missingDigits } from '../forms/code-input.ts'
import { CurrentPasswordField } from '../forms/password-fields.tsx'
import { secondFactorError } from '../messages.ts'
import { RecoveryCodesStep } from './recovery-codes-step.tsx'
import { useConfirmSecondFactor, useStartSecondFactor } from './second-factor-queries.ts'

const TITLE = 'Set up a second factor'

/** Three steps: the password, the key with its first code, the recovery codes. */
export function EnrollSecondFactorDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [factor, setFactor] = useState<NewSecondFactor>()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes)
    return (
      <RecoveryCodesStep codes={codes} email={email} onClose={onClose}>
        <p>
          The second factor is on. If you lose your phone, log in with one of these codes. Each works once. They won't
          be shown again.
        </p>
      </RecoveryCodesStep>
    )
  return factor ? (
    <FirstCodeStep factor={factor} onConfirmed={setCodes} onClose={onClose} />
  ) : (
    <PasswordStep email={email} onStarted={setFactor} onClose={onClose} />
  )
}

type PasswordStepProps = { email: string; onStarted: (factor: NewSecondFactor) => void; onClose: () => void }

function PasswordStep({ email, onStarted, onClose }: PasswordStepProps) {
  const [password, setPassword] = useState('')
  const start = useStartSecondFactor()
  return (
    <FormDialog
      title={TITLE}
      size="small"
      submitLabel="Continue"
      submitDisabled={password === ''}
      error={start.error ? secondFactorError(start.error) : undefined}
      pending={start.isPending}
      onSubmit={() => start.mutate(password, { onSuccess: onStarted })}
      onClose={onClose}
    >
      <p className="text-sm text-muted">
        You need an authenticator app on your phone or computer, such as Aegis, 2FAS, Google Authenticator or your
        password manager.
      </p>
      <CurrentPasswordField
        email={email}
        value={password}
        onChange={(next) => {
          setPassword(next)
          start.reset()
        }}
      />
    </FormDialog>
  )
}

type FirstCodeStepProps = {
  factor: NewSecondFactor
  onConfirmed: (recoveryCodes: readonly string[]) => void
  onClose: () => void
}

function FirstCodeStep({ factor, onConfirmed, onClose }: FirstCodeStepProps) {
  const [boxes, setBoxes] = useState(EMPTY_CODE)
  const [rejections, setRejections] = useState(0)
  const confirm = useConfirmSecondFactor()
  const missing = missingDigits(boxes)
  const submit = () => {
    if (missing > 0) return
    confirm.mutate(codeOf(boxes), {
      onSuccess: (recoveryCodes) => {
        toast.success('Second factor turned on')
        onConfirmed(recoveryCodes)
      },
      onError: (error) => {
        if (!hasStatus(error, 400)) return
        setBoxes(EMPTY_CODE)
        setRejections(rejections + 1)
      },
    })
  }
  return (
    <FormDialog
      title={TITLE}
      submitLabel={missing > 0 ? `Enter ${missing} more digit(s)` : 'Turn on'}
      submitDisabled={missing > 0}
      error={confirm.error ? secondFactorError(confirm.error) : undefined}
      pending={confirm.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-[13rem_minmax(0,1fr)]">
        <QrCode text={factor.uri} label="QR code of the key" />
        <ol className="flex flex-col gap-4 text-sm">
          <Step number={1}>Open your authenticator app and scan this code.</Step>
          <Step number={2}>
            Can't scan it? Type this key:
            <code className="mt-1 block rounded bg-sunken px-2 py-1.5 font-mono text-sm leading-6 tracking-wide select-all">
              {inFours(factor.key)}
            </code>
          </Step>
          <Step number={3}>Enter the 6 digits from the app.</Step>
        </ol>
      </div>
      <CodeField
        key={rejections}
        label="Code from your authenticator app"
        boxes={boxes}
        invalid={confirm.isError}
        onChange={setBoxes}
        onCode={confirm.reset}
      />
    </FormDialog>
  )
}

const inFours = (key: string): string => key.replace(/(.{4})(?=.)/g, '$1 ')

const Step = ({ number, children }: { number: number; children: ReactNode }) => (
  <li className="grid grid-cols-[1.5rem_minmax(0,1fr)]">
    <span aria-hidden className="font-semibold tabular-nums text-action">
      {number}
    </span>
    <div>{children}</div>
  </li>
)
