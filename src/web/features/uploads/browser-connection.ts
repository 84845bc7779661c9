import type { Connection } from '#transfer/retry-loop.ts'

/** What the browser says of the line. */
export const browserConnection: Connection = {
  isOnline: () => navigator.onLine,
  subscribe(listener) {
    window.addEventListener('online', listener)
    window.addEventListener('offline', listener)
    return () => {
      window.removeEventListener('online', listener)
      window.removeEventListener('offline', listener)
    }
  },
}
