import { useEffect } from 'react'

/** While `active`, the screen does not go dark, and the computer not to sleep, where the browser can ask for that. */
export function useKeepAwake(active: boolean): void {
  useEffect(() => {
    if (!active || !('wakeLock' in navigator)) return undefined
    let lock: Promise<WakeLockSentinel | undefined> | undefined
    const ask = () => {
      // A hidden page may not ask; a low battery may refuse. Neither harms the upload.
      if (document.visibilityState === 'visible') lock = navigator.wakeLock.request('screen').catch(() => undefined)
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      document.removeEventListener('visibilitychange', ask)
      void lock?.then((held) => held?.release())
    }
  }, [active])
}
