import { addTo } from '../add-to.ts'

export type ToastTone = 'success' | 'error'
export type Toast = { id: number; tone: ToastTone; message: string }
type Options = { durationMs?: number }

const DEFAULT_DURATION_MS = 1500

type Countdown = { startedAt: number; remainingMs: number; timer: ReturnType<typeof setTimeout> | undefined }

const listeners = new Set<() => void>()
const countdowns = new Map<number, Countdown>()
let shown: readonly Toast[] = []
let paused = false
let lastId = 0

const set = (toasts: readonly Toast[]): void => {
  shown = toasts
  for (const listener of listeners) listener()
}

function run(id: number): void {
  const countdown = countdowns.get(id)
  if (!countdown || countdown.timer !== undefined) return
  countdown.startedAt = Date.now()
  countdown.timer = setTimeout(() => dismiss(id), countdown.remainingMs)
}

function dismiss(id: number): void {
  clearTimeout(countdowns.get(id)?.timer)
  countdowns.delete(id)
  set(shown.filter((toast) => toast.id !== id))
}

function show(tone: ToastTone, message: string, { durationMs = DEFAULT_DURATION_MS }: Options = {}): void {
  // A repeated message replaces the toast that shows it.
  for (const same of shown.filter((toast) => toast.message === message)) dismiss(same.id)
  lastId += 1
  countdowns.set(lastId, { startedAt: 0, remainingMs: durationMs, timer: undefined })
  set([...shown, { id: lastId, tone, message }])
  if (!paused) run(lastId)
}

export const toast = {
  success: (message: string, options?: Options): void => show('success', message, options),
  error: (message: string, options?: Options): void => show('error', message, options),
}

/** Used by the Toaster. */
export const toastList = {
  get: (): readonly Toast[] => shown,
  subscribe: (listener: () => void) => addTo(listeners, listener),
  dismiss,
  /** Stops all countdowns while the pointer or the focus rests on the toasts. */
  pause(): void {
    if (paused) return
    paused = true
    for (const countdown of countdowns.values()) {
      clearTimeout(countdown.timer)
      countdown.timer = undefined
      countdown.remainingMs = Math.max(500, countdown.remainingMs - (Date.now() - countdown.startedAt))
    }
  },
  resume(): void {
    paused = false
    for (const id of countdowns.keys()) run(id)
  },
}
