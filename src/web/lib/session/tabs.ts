import type { SavedSession } from './session-store.ts'

type Message =
  | { kind: 'who-has'; email: string; question: string }
  | { kind: 'have'; question: string; session: SavedSession }
  | { kind: 'renewed'; replaced: string; session: SavedSession }
  | { kind: 'left'; email: string }

export type TabsPort = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>

/** How long a tab waits for its siblings: they answer within a few milliseconds, or never. */
const ANSWER_WITHIN_MS = 600

type Handlers = {
  held: () => SavedSession | undefined
  /** Another tab has exchanged the refresh token that this tab holds. */
  onRefresh: (session: SavedSession) => void
  onLogout: () => void
}

/** Tabs of one person pass tokens on, since each tab keeps its own. */
export function connectTabs(port: TabsPort, { held, onRefresh, onLogout }: Handlers) {
  const post = (message: Message): void => port.postMessage(message)

  port.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const own = held()
    if (!own) return
    if (data.kind === 'who-has' && data.email === own.user.email)
      post({ kind: 'have', question: data.question, session: own })
    if (data.kind === 'renewed' && data.replaced === own.tokens.refreshToken) onRefresh(data.session)
    if (data.kind === 'left' && data.email === own.user.email) onLogout()
  })

  return {
    announceRefresh: (replaced: string, session: SavedSession): void => post({ kind: 'renewed', replaced, session }),
    announceLogout: (email: string): void => post({ kind: 'left', email }),
    /** The newest session of this person in any other tab. */
    ask: (email: string): Promise<SavedSession | undefined> =>
      new Promise((resolve) => {
        const question = Math.random().toString(36).slice(2)
        let newest: SavedSession | undefined
        const listen = ({ data }: MessageEvent<Message>): void => {
          if (data.kind !== 'have' || data.question !== question) return
          if (!newest || data.session.savedAt > newest.savedAt) newest = data.session
        }
        port.addEventListener('message', listen)
        setTimeout(() => {
          port.removeEventListener('message', listen)
          resolve(newest)
        }, ANSWER_WITHIN_MS)
        post({ kind: 'who-has', email, question })
      }),
  }
}

export type Tabs = ReturnType<typeof connectTabs>
