const KEY = 'renewedTo'

type KeyValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The readable part of a refresh token: its session and generation. It is not secret. */
function generationOf(refreshToken: string): { session: string; generation: number } | undefined {
  const [, session, generation] = /^([0-9a-f-]{36})\.(\d+)(?:\.|$)/.exec(refreshToken) ?? []
  return session === undefined ? undefined : { session, generation: Number(generation) }
}

/**
 * Keeps the latest generation of the session's refresh token, for all tabs. A tab restored from the history may hold an older
 * token, which the server would treat as stolen.
 */
export const createLatestGeneration = (shared: KeyValues) => ({
  record: (refreshToken: string): void => {
    const own = generationOf(refreshToken)
    const known = generationOf(shared.getItem(KEY) ?? '')
    if (!own || (known?.session === own.session && known.generation >= own.generation)) return
    shared.setItem(KEY, `${own.session}.${own.generation}`)
  },
  isOutdated: (refreshToken: string): boolean => {
    const own = generationOf(refreshToken)
    const known = generationOf(shared.getItem(KEY) ?? '')
    return own !== undefined && known?.session === own.session && known.generation > own.generation
  },
  clear: (): void => shared.removeItem(KEY),
})
