const KEY = 'signOn'

type Begun = { ticket: string; origin: string | undefined }

/** In this tab only, until it comes back. */
export const rememberSignOn = (begun: Begun): void => sessionStorage.setItem(KEY, JSON.stringify(begun))

/** What was begun in this tab; once. */
export function takeSignOn(): Begun | undefined {
  const text = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  try {
    const begun: unknown = JSON.parse(text ?? 'null')
    if (typeof begun !== 'object' || begun === null || !('ticket' in begun)) return undefined
    const origin = 'origin' in begun && typeof begun.origin === 'string' ? begun.origin : undefined
    return { ticket: String(begun.ticket), origin }
  } catch {
    return undefined
  }
}
