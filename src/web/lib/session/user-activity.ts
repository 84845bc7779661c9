import { minutes } from '#domain/units.ts'

/** A session counts as in use for this long after the last input of a person, or the last part of a file sent. */
const IDLE_TIMEOUT_MS = minutes(30)
const BROADCAST_EVERY_MS = minutes(1)

/** Whether a person uses the application. Without it, a page that is left open would renew its session for ever. */
export function createUserActivity(now: () => number) {
  let lastAt = now()
  let broadcastAt = 0
  let broadcast: (() => void) | undefined

  const recordFromOtherTab = (): void => {
    lastAt = now()
  }
  return {
    record: (): void => {
      lastAt = now()
      if (!broadcast || lastAt - broadcastAt < BROADCAST_EVERY_MS) return
      broadcastAt = lastAt
      broadcast()
    },
    /** All tabs of a person share one session. */
    recordFromOtherTab,
    broadcastWith: (send: () => void): void => {
      broadcast = send
    },
    isActive: (): boolean => now() - lastAt < IDLE_TIMEOUT_MS,
  }
}

export const userActivity = createUserActivity(Date.now)

/** Called once, when the application starts. */
export function watchUserActivity(): void {
  for (const type of ['pointerdown', 'keydown', 'visibilitychange'])
    document.addEventListener(type, userActivity.record, { capture: true, passive: true })
  if (!('BroadcastChannel' in globalThis)) return
  const channel = new BroadcastChannel('user-activity')
  channel.addEventListener('message', userActivity.recordFromOtherTab)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  userActivity.broadcastWith(() => channel.postMessage('active'))
}
