import { useEffect, useState } from 'react'
import { minutes } from '#domain/units.ts'
import { Button } from '#web/ui/button.tsx'

/** The server sends at most one code of a kind a minute to an email address. */
export const CODE_INTERVAL_MS = minutes(1)
/** Beyond it the clock was changed. */
const WAIT_MAX_SECONDS = 3600

type ResendCodeProps = {
  /** When the next code can be sent, in epoch milliseconds. */
  nextCodeAt: number
  pending: boolean
  onResend: () => void
}

export function ResendCode({ nextCodeAt, pending, onResend }: ResendCodeProps) {
  const left = useSecondsUntil(nextCodeAt)
  return (
    <Button variant="quiet" size="small" pending={pending} disabled={left > 0} onClick={onResend}>
      <span>
        Resend code{left > 0 && <span aria-hidden> in {left > 90 ? `${Math.ceil(left / 60)} min` : `${left} s`}</span>}
      </span>
    </Button>
  )
}

function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const tick = () => {
      setNow(Date.now())
      if (Date.now() >= moment) clearInterval(timer)
    }
    const timer = setInterval(tick, 1000)
    tick()
    return () => clearInterval(timer)
  }, [moment])
  return Math.max(0, Math.min(WAIT_MAX_SECONDS, Math.ceil((moment - now) / 1000)))
}
