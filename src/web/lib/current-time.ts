import { useSyncExternalStore } from 'react'
import { minutes } from '#domain/units.ts'

let time = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

const tick = () => {
  time = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    time = Date.now()
    timer = setInterval(tick, minutes(1))
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** The current time, to the minute. */
export const useCurrentTime = (): Date => new Date(useSyncExternalStore(subscribe, () => time))
