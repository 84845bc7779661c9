import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

/** The server sends at most one code a minute to an email address. */
const INTERVAL_SECONDS = 60

type ResendCodeProps = {
  /** When the last code was sent, in epoch milliseconds; 0 if none was. */
  lastSentAt: number
  pending: boolean
  onResend: () => void
}

export function ResendCode({ lastSentAt, pending, onResend }: ResendCodeProps) {
  const left = useSecondsUntil(lastSentAt + INTERVAL_SECONDS * 1000)
  return (
    <Button variant="quiet" size="small" pending={pending} disabled={left > 0} onClick={onResend}>
      <span>Resend code{left > 0 && <span aria-hidden> in {left} s</span>}</span>
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
  return Math.max(0, Math.min(INTERVAL_SECONDS, Math.ceil((moment - now) / 1000)))
}
