import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, hasStatus } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { CodeField } from '../forms/code-field.tsx'
import { codeOf, EMPTY_CODE, missingDigits } from '../forms/code-input.ts'
import { CODE_INTERVAL_MS, ResendCode } from '../forms/resend-code.tsx'
import { confirmationError, sendCodeError } from '../messages.ts'

type VerifyEmailFormProps = {
  email: string
  fullName: string
  /** When another code can be sent, in epoch milliseconds. */
  nextCodeAt: number
  onConfirmed: () => void
}

export function VerifyEmailForm({ email, fullName, onConfirmed, ...props }: VerifyEmailFormProps) {
  const [boxes, setBoxes] = useState(EMPTY_CODE)
  const [rejections, setRejections] = useState(0)
  const [nextCodeAt, setNextCodeAt] = useState(props.nextCodeAt)
  const confirm = useMutation({
    mutationFn: (confirmationCode: string) => call('confirmUser', { body: { email, fullName, confirmationCode } }),
    onSuccess: () => {
      toast.success('User confirmed successfully!')
      onConfirmed()
    },
    onError: (error) => {
      // A rejected code cannot be used again. After a network error it can.
      if (!hasStatus(error, 400, 404)) return
      setBoxes(EMPTY_CODE)
      setRejections(rejections + 1)
    },
  })
  const resend = useMutation({
    mutationFn: () => call('resendCode', { body: { email } }),
    onSuccess: ({ message }) => {
      setNextCodeAt(Date.now() + CODE_INTERVAL_MS)
      setBoxes(EMPTY_CODE)
      confirm.reset()
      toast.success(message)
    },
    onError: (error) => toast.error(sendCodeError(error)),
  })
  const missing = missingDigits(boxes)
  const resent = resend.error ? sendCodeError(resend.error) : resend.data?.message

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (missing === 0 && !confirm.isPending) confirm.mutate(codeOf(boxes))
      }}
    >
      {confirm.error && (
        <Alert tone="danger" title="Verification failed">
          {confirmationError(confirm.error)}
        </Alert>
      )}
      <CodeField key={rejections} boxes={boxes} invalid={confirm.isError} onChange={setBoxes} onCode={confirm.reset} />
      <Button type="submit" className="h-11" pending={confirm.isPending} disabled={missing > 0}>
        {missing > 0 ? `Enter ${missing} more digit(s)` : 'Verify Email'}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <span>{resent ?? 'No email? Check your spam folder, or'}</span>
        <ResendCode nextCodeAt={nextCodeAt} pending={resend.isPending} onResend={() => resend.mutate()} />
      </div>
    </form>
  )
}
