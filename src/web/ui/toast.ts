export type ToastTone = 'success' | 'error'
export type Toast = { id: number; tone: ToastTone; message: string }
type Options = { durationMs?: number }

const USUAL_MS = 1500

type Clock = { startedAt: number; leftMs: number; timer: ReturnType<typeof setTimeout> | undefined }

const listeners = new Set<() => void>()
const clocks = new Map<number, Clock>()
let shown: readonly Toast[] = []
let waiting = false
let lastId = 0

const set = (toasts: readonly Toast[]): void => {
  shown = toasts
  for (const listener of listeners) listener()
}

function run(id: number): void {
  const clock = clocks.get(id)
  if (!clock || clock.timer !== undefined) return
  clock.startedAt = Date.now()
  clock.timer = setTimeout(() => dismiss(id), clock.leftMs)
}

function dismiss(id: number): void {
  clearTimeout(clocks.get(id)?.timer)
  clocks.delete(id)
  set(shown.filter((toast) => toast.id !== id))
}

function show(tone: ToastTone, message: string, { durationMs = USUAL_MS }: Options = {}): void {
  // The same words twice are one notice, which starts anew.
  for (const same of shown.filter((toast) => toast.message === message)) dismiss(same.id)
  lastId += 1
  clocks.set(lastId, { startedAt: 0, leftMs: durationMs, timer: undefined })
  set([...shown, { id: lastId, tone, message }])
  if (!waiting) run(lastId)
}

export const toast = {
  success: (message: string, options?: Options): void => show('success', message, options),
  error: (message: string, options?: Options): void => show('error', message, options),
}

/** For the Toaster. */
export const toastList = {
  get: (): readonly Toast[] => shown,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  dismiss,
  /** While a pointer or the focus rests on the notices, none of them goes. */
  wait(): void {
    if (waiting) return
    waiting = true
    for (const clock of clocks.values()) {
      clearTimeout(clock.timer)
      clock.timer = undefined
      clock.leftMs = Math.max(500, clock.leftMs - (Date.now() - clock.startedAt))
    }
  },
  goOn(): void {
    waiting = false
    for (const id of clocks.keys()) run(id)
  },
}
