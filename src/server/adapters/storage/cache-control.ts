/** Of a signed URL: only the browser of the person it was made for may keep what it serves. */
export const cacheControl = (seconds: number | undefined): string =>
  seconds === undefined ? 'private, no-store' : `private, max-age=${seconds}, immutable`
