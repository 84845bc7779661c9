/** Keeps in memory what was made, up to a number of bytes: beyond, what was asked for longest ago goes. */
export function createByteCache(bytesMax: number) {
  const kept = new Map<string, Uint8Array>()
  let bytes = 0
  const drop = (key: string): void => {
    bytes -= kept.get(key)?.length ?? 0
    kept.delete(key)
  }
  return {
    bytes: () => bytes,
    get: (key: string): Uint8Array | undefined => {
      const found = kept.get(key)
      if (found === undefined) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found
    },
    set: (key: string, made: Uint8Array): void => {
      drop(key)
      if (made.length > bytesMax) return
      kept.set(key, made)
      bytes += made.length
      for (const oldest of kept.keys()) {
        if (bytes <= bytesMax) break
        drop(oldest)
      }
    },
  }
}
