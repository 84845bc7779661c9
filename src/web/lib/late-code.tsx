import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { seconds } from '#domain/units.ts'
import { observable } from '#transfer/observable.ts'
import { checkVersion } from './new-version.ts'

const FIRST_WAIT_MS = seconds(2)
const WAIT_MAX_MS = seconds(30)

type Load<Props> = () => Promise<ComponentType<Props>>
export type MissingProps = { trying: boolean; onTryAgain: () => void }
/** What stands in the place of a component whose code could not be loaded. */
type Missing<Props> = ComponentType<Props & MissingProps>

/** Loads a component. When that fails, its stand-in is shown, and loading is tried again until it succeeds. */
export const loadOrStandIn = <Props extends object>(
  load: Load<Props>,
  StandIn: Missing<Props>,
): Promise<ComponentType<Props>> =>
  load().catch((error: unknown) => {
    console.warn(error)
    return retrying(load, StandIn)
  })

/**
 * Like `lazy` of React, for a component that must not take the page with it when its code cannot be loaded. Preloaded code is
 * shown at once; React would show the fallback for 300 ms.
 */
export function lateComponent<Props extends object>(load: Load<Props>, StandIn: Missing<Props>) {
  let loading: Promise<ComponentType<Props>> | undefined
  let loaded: ComponentType<Props> | undefined
  const preload = async () => {
    loading ??= loadOrStandIn(load, StandIn)
    loaded = await loading
    return { default: loaded }
  }
  const Lazy = lazy(preload)
  function Late(props: Props) {
    const [Shown] = useState(() => loaded ?? Lazy)
    return <Shown {...props} />
  }
  return Object.assign(Late, { preload })
}

/** With what is in its place until its code is loaded. */
export function withWaiting<Props extends object>(Late: ComponentType<Props>, waiting: ReactNode = null) {
  return (props: Props) => (
    <Suspense fallback={waiting}>
      <Late {...props} />
    </Suspense>
  )
}

/** Of what a screen can do without: nothing is shown while its code is loaded, or can't be. */
export const lateExtra = <Props extends object>(load: Load<Props>) => withWaiting(lateComponent(load, () => null))

function retrying<Props extends object>(load: Load<Props>, StandIn: Missing<Props>): ComponentType<Props> {
  const retry = createRetry(load)
  return function Retrying(props: Props) {
    const { result: Loaded, trying } = useSyncExternalStore(retry.subscribe, retry.getSnapshot)
    const isLoaded = Loaded !== undefined
    useEffect(() => (isLoaded ? undefined : retry.watch()), [isLoaded])
    useEffect(() => {
      if (!isLoaded && !trying) void checkVersion()
    }, [isLoaded, trying])
    return Loaded ? <Loaded {...props} /> : <StandIn {...props} trying={trying} onTryAgain={retry.attempt} />
  }
}

/** While the page is looked at: tries with growing waits, and at once when it is looked at or the browser is online again. */
function createRetry<Result>(load: () => Promise<Result>) {
  const state = observable<{ result?: Result; trying: boolean }>({ trying: false })
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = FIRST_WAIT_MS
  let isWatched = false

  const schedule = () => {
    clearTimeout(timer)
    if (isWatched) timer = setTimeout(attemptWhenVisible, waitMs)
  }
  const attempt = (): void => {
    if (state.getSnapshot().trying) return
    clearTimeout(timer)
    state.set({ trying: true })
    load().then(
      (result) => state.set({ result, trying: false }),
      () => {
        state.set({ trying: false })
        waitMs = Math.min(waitMs * 2, WAIT_MAX_MS)
        schedule()
      },
    )
  }
  const attemptWhenVisible = () => {
    if (document.visibilityState === 'visible') attempt()
  }
  return {
    ...state,
    attempt,
    watch: () => {
      isWatched = true
      waitMs = FIRST_WAIT_MS
      schedule()
      window.addEventListener('online', attemptWhenVisible)
      document.addEventListener('visibilitychange', attemptWhenVisible)
      return () => {
        isWatched = false
        clearTimeout(timer)
        window.removeEventListener('online', attemptWhenVisible)
        document.removeEventListener('visibilitychange', attemptWhenVisible)
      }
    },
  }
}
