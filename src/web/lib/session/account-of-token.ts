/** The account that an access token is for: nothing else may be done with it. Undefined where it doesn't say. */
export function accountOfToken(accessToken: string | undefined): string | undefined {
  const [, claims = ''] = accessToken?.split('.') ?? []
  try {
    const read: unknown = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof read === 'object' && read !== null && 'acc' in read ? String(read.acc) : undefined
  } catch {
    return undefined
  }
}
