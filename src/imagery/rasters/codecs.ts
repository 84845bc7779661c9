// Decoders of TIFF that neither Node nor browsers have.

const CLEAR = 256
const END = 257
const FIRST_FREE = 258
const CODES_MAX = 4096

/**
 * TIFF's LZW (TIFF 6.0, section 13). A string of its table is a run of what was decoded before, so an entry is where it
 * starts and how long it is. @returns fewer than `bytes` bytes when the data end early. @throws Error
 */
export function lzwDecode(data: Uint8Array, bytes: number): Uint8Array {
  const out = new Uint8Array(bytes)
  const starts = new Uint32Array(CODES_MAX + 1)
  const lengths = new Uint32Array(CODES_MAX + 1)
  let buffer = 0
  let bits = 0
  let read = 0
  let written = 0
  let width = 9
  let next = FIRST_FREE
  let lastStart = -1
  let lastLength = 0
  while (written < bytes) {
    while (bits < width && read < data.length) {
      buffer = ((buffer << 8) | (data[read] ?? 0)) & 0xffffff
      read += 1
      bits += 8
    }
    if (bits < width) break
    bits -= width
    const code = (buffer >>> bits) & ((1 << width) - 1)
    if (code === END) break
    if (code === CLEAR) {
      width = 9
      next = FIRST_FREE
      lastStart = -1
      continue
    }
    const start = written
    if (code < CLEAR) {
      out[written] = code
      written += 1
    } else {
      // A code that is only just being made is the last string and its own first byte.
      const isNew = code === next && lastStart >= 0
      if (!isNew && code >= next) throw new Error('LZW: a code that does not exist')
      let from = isNew ? lastStart : (starts[code] ?? 0)
      const end = Math.min(bytes, written + (isNew ? lastLength + 1 : (lengths[code] ?? 0)))
      while (written < end) {
        out[written] = out[from] ?? 0
        written += 1
        from += 1
      }
    }
    if (lastStart >= 0) {
      if (next > CODES_MAX) throw new Error('LZW: too many codes')
      starts[next] = lastStart
      lengths[next] = lastLength + 1
      next += 1
    }
    lastStart = start
    lastLength = written - start
    if (next >= 2047) width = 12
    else if (next >= 1023) width = 11
    else if (next >= 511) width = 10
  }
  return out.subarray(0, written)
}

/** Apple's PackBits (TIFF 6.0, section 9). @returns fewer than `bytes` bytes when the data end early. */
export function packBitsDecode(data: Uint8Array, bytes: number): Uint8Array {
  const out = new Uint8Array(bytes)
  let written = 0
  let read = 0
  while (read < data.length && written < bytes) {
    const head = data[read] ?? 0
    read += 1
    if (head < 128) {
      const run = data.subarray(read, read + Math.min(head + 1, bytes - written))
      out.set(run, written)
      written += run.length
      read += head + 1
    } else if (head > 128) {
      const end = Math.min(bytes, written + 257 - head)
      out.fill(data[read] ?? 0, written, end)
      written = end
      read += 1
    }
  }
  return out.subarray(0, written)
}
