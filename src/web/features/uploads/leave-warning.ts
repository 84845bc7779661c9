import { useEffect } from 'react'

/** While `active`, the browser asks before the page is left or closed. */
export function useLeaveWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [active])
}
