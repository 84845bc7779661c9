/** A part of an address; undefined when it is not validly URL-encoded. */
export function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
