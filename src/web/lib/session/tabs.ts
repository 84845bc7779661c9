import type { SavedSession } from './session-store.ts'

type Message =
  | { kind: 'who-has'; email: string; question: string }
  | { kind: 'have'; question: string; session: SavedSession }
  | { kind: 'renewed'; replaced: string; session: SavedSession }
  | { kind: 'left'; email: string }

export type TabsPort = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>

/** Other tabs answer within a few milliseconds, unless the machine is busy or the browser has put them to sleep. */
const RESPONSE_TIMEOUT_MS = 600

type Handlers = {
  current: () => SavedSession | undefined
  /** Another tab has refreshed the tokens that this tab holds. */
  onRefresh: (session: SavedSession) => void
  onLogout: () => void
}

/** Shares tokens between the tabs of one person, because each tab stores its own. */
export function connectTabs(port: TabsPort, { current, onRefresh, onLogout }: Handlers) {
  const post = (message: Message): void => port.postMessage(message)

  port.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const own = current()
    if (!own) return
    if (data.kind === 'who-has' && data.email === own.user.email)
      post({ kind: 'have', question: data.question, session: own })
    if (data.kind === 'renewed' && data.replaced === own.tokens.refreshToken) onRefresh(data.session)
    if (data.kind === 'left' && data.email === own.user.email) onLogout()
  })

  return {
    announceRefresh: (replaced: string, session: SavedSession): void => post({ kind: 'renewed', replaced, session }),
    announceLogout: (email: string): void => post({ kind: 'left', email }),
    /** The newest session of this person in the other tabs. One that comes after the timeout goes to `onLate`. */
    requestSession: (email: string, onLate?: (session: SavedSession) => void): Promise<SavedSession | undefined> =>
      new Promise((resolve) => {
        const question = Math.random().toString(36).slice(2)
        let newest: SavedSession | undefined
        let isLate = false
        const stop = (): void => port.removeEventListener('message', listen)
        const listen = ({ data }: MessageEvent<Message>): void => {
          if (data.kind !== 'have' || data.question !== question) return
          if (!newest || data.session.savedAt > newest.savedAt) newest = data.session
          if (!isLate) return
          stop()
          onLate?.(data.session)
        }
        port.addEventListener('message', listen)
        setTimeout(() => {
          isLate = true
          if (newest || !onLate) stop()
          resolve(newest)
        }, RESPONSE_TIMEOUT_MS)
        post({ kind: 'who-has', email, question })
      }),
  }
}

export type Tabs = ReturnType<typeof connectTabs>
