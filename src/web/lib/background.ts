// What is done while a page stands. It comes after the page.
import { minutes, seconds } from '#domain/units.ts'
import { wait } from '#transfer/wait.ts'
import { checkVersion } from './new-version.ts'
import { queryClient } from './query-client.ts'
import { refreshTokens, sessionStore } from './session/current-session.ts'
import { session } from './session/session.ts'

const EVENTS = '/api/events'
/** A page that was just loaded is fresh. */
const START_AFTER_MS = seconds(5)
const TOGETHER_MS = seconds(2)
const [WAIT_MIN_MS, WAIT_MAX_MS] = [seconds(2), minutes(1)]
/** Without events, who waits for approval sees it so. */
const POLL_MS = seconds(15)
const VERSION_EVERY_MS = minutes(15)

/** As long as this is so, what happens is told by the server. */
let isLive = false

/** Whether this person waits for what staff decide. */
function waits(): boolean {
  const { user } = session.get()
  return user !== undefined && user.userStatus !== 'APPROVED'
}

let isAsked = false

/** Reads again what screens poll, and who a person is who waits for approval; once for all that happens in a short time, such as many maps that are ready. */
function readAgain(): void {
  if (isAsked) return
  isAsked = true
  setTimeout(() => {
    isAsked = false
    void queryClient.invalidateQueries({ predicate: ({ options }) => 'refetchInterval' in options })
    if (waits()) void session.reload()
  }, TOGETHER_MS)
}

function watchApproval(): void {
  setInterval(() => {
    if (waits() && !isLive && !document.hidden) void session.reload()
  }, POLL_MS)
}

function watchVersion(): void {
  let checkedAt = Date.now()
  const check = () => {
    if (document.hidden || Date.now() - checkedAt < VERSION_EVERY_MS) return
    checkedAt = Date.now()
    void checkVersion()
  }
  setInterval(check, minutes(1))
  document.addEventListener('visibilitychange', check)
}

/**
 * Screens show what has changed as soon as it has. One tab of a browser follows the events of a person and tells the
 * others, because browsers open few connections to a server. Where events don't come, screens poll as before.
 */
function followChanges(tabs: BroadcastChannel | undefined): void {
  let followed: Followed | undefined
  const follow = () => {
    const email = session.get().user?.email
    if (email === followed?.email) return
    followed?.stop.abort()
    followed = email === undefined ? undefined : { email, stop: new AbortController() }
    if (followed) void inOneTab(followed, tabs)
  }
  session.subscribe(follow)
  follow()
}

type Followed = { email: string; stop: AbortController }

async function inOneTab({ email, stop: { signal } }: Followed, tabs: BroadcastChannel | undefined): Promise<void> {
  const onChange = () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels are of one origin
    tabs?.postMessage(email)
    readAgain()
  }
  const run = () => followEvents(signal, onChange)
  try {
    // Browsers offer locks in secure contexts only.
    await (navigator.locks ? navigator.locks.request(`changes of ${email}`, { signal }, run) : run())
  } catch (error) {
    if (!signal.aborted) console.warn('Changes are not followed', error)
  }
}

async function followEvents(signal: AbortSignal, onChange: () => void): Promise<void> {
  for (let waitMs = WAIT_MIN_MS; !signal.aborted; ) {
    await readEvents(signal, onChange).catch(() => undefined)
    waitMs = isLive ? WAIT_MIN_MS : Math.min(2 * waitMs, WAIT_MAX_MS)
    isLive = false
    await wait(waitMs, { signals: [signal] })
  }
}

/** Until the server or the connection ends them. */
async function readEvents(signal: AbortSignal, onChange: () => void): Promise<void> {
  const token = sessionStore.tokens()?.accessToken
  if (token === undefined) return
  const response = await fetch(EVENTS, { headers: { authorization: `Bearer ${token}` }, signal })
  if (response.status === 401) await refreshTokens(token)
  if (!response.ok || !response.body) return
  isLive = true
  // Something may have changed since the page was loaded, or since the last stream ended.
  onChange()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read())
    if (read.value.includes('data:')) onChange()
}

/** What another tab is told. */
function listenToTabs(): BroadcastChannel | undefined {
  if (!('BroadcastChannel' in globalThis)) return undefined
  const tabs = new BroadcastChannel('changes')
  tabs.addEventListener('message', ({ data }) => {
    if (data === session.get().user?.email) readAgain()
  })
  return tabs
}

/** What is done while a page stands. */
watchVersion()
watchApproval()
setTimeout(followChanges, START_AFTER_MS, listenToTabs())
