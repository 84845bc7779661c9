const KEY = 'renewedTo'

type KeyValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What a refresh token names openly; no token can be made of it. */
function placeOf(refreshToken: string): { session: string; generation: number } | undefined {
  const [, session, generation] = /^([0-9a-f-]{36})\.(\d+)(?:\.|$)/.exec(refreshToken) ?? []
  return session === undefined ? undefined : { session, generation: Number(generation) }
}

/**
 * How far the session of this browser has been renewed, for all tabs. One that comes back from the history may hold an older
 * token, which would look like a stolen one to the server.
 */
export const createLatestGeneration = (shared: KeyValues) => ({
  note: (refreshToken: string): void => {
    const place = placeOf(refreshToken)
    const known = placeOf(shared.getItem(KEY) ?? '')
    if (!place || (known?.session === place.session && known.generation >= place.generation)) return
    shared.setItem(KEY, `${place.session}.${place.generation}`)
  },
  isPast: (refreshToken: string): boolean => {
    const place = placeOf(refreshToken)
    const known = placeOf(shared.getItem(KEY) ?? '')
    return place !== undefined && known?.session === place.session && known.generation > place.generation
  },
  forget: (): void => shared.removeItem(KEY),
})
