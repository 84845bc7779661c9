import { useState } from 'react'
import { useBlocker } from 'react-router'

/** Closing a dialog, or going to another screen, while work is on its way: asked about first. */
export function useLeaving(running: boolean, giveUp: () => Promise<void>, onClose: () => void) {
  const blocker = useBlocker(running)
  const [closing, setClosing] = useState(false)
  const [pending, setPending] = useState(false)

  const leave = async () => {
    setPending(true)
    await giveUp()
    if (blocker.state === 'blocked') blocker.proceed()
    else onClose()
  }

  return {
    asked: pending || (running && (closing || blocker.state === 'blocked')),
    pending,
    ask: () => (running ? setClosing(true) : onClose()),
    stay: () => {
      setClosing(false)
      blocker.reset?.()
    },
    leave: () => void leave(),
  }
}
