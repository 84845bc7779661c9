type Until = { signals: readonly AbortSignal[]; wake?: (listener: () => void) => () => void }

/** Resolves after the time (never, if there is none), on a wake-up, or when a signal is aborted. */
export async function wait(milliseconds: number | undefined, { signals, wake }: Until): Promise<void> {
  const over = Promise.withResolvers<void>()
  const done = () => over.resolve()
  const timer = milliseconds === undefined ? undefined : setTimeout(done, milliseconds)
  const unsubscribe = wake?.(done)
  for (const signal of signals) signal.addEventListener('abort', done)
  if (signals.some((signal) => signal.aborted)) done()
  await over.promise
  clearTimeout(timer)
  unsubscribe?.()
  for (const signal of signals) signal.removeEventListener('abort', done)
}
