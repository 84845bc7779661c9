import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { parseSecondFactorCode } from '#domain/second-factor.ts'
import { hasStatus } from '#web/lib/api.ts'
import { session } from '#web/lib/session/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { logInError } from '../messages.ts'
import { SecondFactorCodeField } from '../second-factor/second-factor-code-field.tsx'
import type { Credentials } from './log-in-form.tsx'

/** The second step of a login. Email and password stay in memory until it is done. */
export function LogInCodeForm({ credentials, onBack }: { credentials: Credentials; onBack: () => void }) {
  const [code, setCode] = useState('')
  const [rejections, setRejections] = useState(0)
  const logIn = useMutation({
    mutationFn: () => session.logIn({ ...credentials, code }),
    onSuccess: () => toast.success('Login successful!'),
    onError: (error) => {
      // A rejected code cannot be used again. After a network error it can.
      if (!hasStatus(error, 400, 401)) return
      setCode('')
      setRejections(rejections + 1)
    },
  })
  const isComplete = parseSecondFactorCode(code) !== undefined

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete && !logIn.isPending) logIn.mutate()
      }}
    >
      {logIn.error && <Alert tone="danger">{logInError(logIn.error)}</Alert>}
      <SecondFactorCodeField
        key={rejections}
        invalid={logIn.isError}
        onChange={(next) => {
          setCode(next)
          logIn.reset()
        }}
      />
      <Button type="submit" className="h-11" pending={logIn.isPending} disabled={!isComplete}>
        Log In
      </Button>
      <Button variant="secondary" className="h-11" onClick={onBack}>
        Back
      </Button>
    </form>
  )
}
