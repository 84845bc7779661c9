import { minutes } from '#domain/units.ts'

/** A session counts as used for so long after the last sign of a person, or of a file that is on its way. */
const ATTENDED_MS = minutes(30)
const TELL_EVERY_MS = minutes(1)

/** Whether somebody is there. Without it, a page that is left open would renew its session for ever. */
export function createAttendance(now: () => number) {
  let lastAt = now()
  let toldAt = 0
  let tellOthers: (() => void) | undefined

  const hear = (): void => {
    lastAt = now()
  }
  return {
    note: (): void => {
      hear()
      if (!tellOthers || lastAt - toldAt < TELL_EVERY_MS) return
      toldAt = lastAt
      tellOthers()
    },
    /** Told by another tab: all tabs of a person have one session. */
    hear,
    tellBy: (tell: () => void): void => {
      tellOthers = tell
    },
    isThere: (): boolean => now() - lastAt < ATTENDED_MS,
  }
}

export const attendance = createAttendance(Date.now)

/** Called once, when the application opens. */
export function watchAttendance(): void {
  for (const sign of ['pointerdown', 'keydown', 'visibilitychange'])
    document.addEventListener(sign, attendance.note, { capture: true, passive: true })
  if (!('BroadcastChannel' in globalThis)) return
  const channel = new BroadcastChannel('attendance')
  channel.addEventListener('message', attendance.hear)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  attendance.tellBy(() => channel.postMessage('here'))
}
