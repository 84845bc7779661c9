/** Browsers provide WebCrypto in secure contexts only. */
export const canDigest = (): boolean => globalThis.crypto?.subtle !== undefined

export const sha256 = async (bytes: ArrayBuffer): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

export const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
