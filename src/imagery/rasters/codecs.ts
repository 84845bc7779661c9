// Decoders of TIFF that neither Node nor browsers have.

const CLEAR = 256
const END = 257
const FIRST_FREE = 258
const CODES_MAX = 4096

/** The table of strings, which all calls fill from its beginning. */
const starts = Uint32Array.from({ length: CODES_MAX + 1 }, (_, code) => code)
const lengths = new Uint32Array(CODES_MAX + 1).fill(1)

/**
 * TIFF's LZW (TIFF 6.0, section 13). A string of its table is a run of what was decoded before, so an entry is where it
 * starts and how long it is; strings of one byte lie before the output. @returns fewer than `bytes` bytes when the data
 * end early. @throws Error
 */
export function lzwDecode(data: Uint8Array, bytes: number): Uint8Array {
  const out = new Uint8Array(CLEAR + bytes + 2)
  for (let byte = 0; byte < CLEAR; byte += 1) out[byte] = byte
  const end = CLEAR + bytes
  // Three bytes are read at once, beyond the last one as well.
  const padded = new Uint8Array(data.length + 2)
  padded.set(data)
  const bits = data.length * 8
  let bit = 0
  let written = CLEAR
  let width = 9
  let next = FIRST_FREE
  let lastStart = -1
  let lastLength = 0
  while (written < end && bit + width <= bits) {
    const at = bit >>> 3
    const three = ((padded[at] ?? 0) << 16) | ((padded[at + 1] ?? 0) << 8) | (padded[at + 2] ?? 0)
    const code = (three >>> (24 - width - (bit & 7))) & ((1 << width) - 1)
    bit += width
    if (code === END) break
    if (code === CLEAR) {
      width = 9
      next = FIRST_FREE
      lastStart = -1
      continue
    }
    if (lastStart >= 0) {
      if (next > CODES_MAX) throw new Error('LZW: too many codes')
      // The last string and the first byte of this one, which follows it.
      starts[next] = lastStart
      lengths[next] = lastLength + 1
      next += 1
    }
    if (code >= next) throw new Error('LZW: a code that does not exist')
    let from = starts[code] ?? 0
    const length = lengths[code] ?? 0
    // Most strings are this short, and copying two bytes is faster than to ask.
    out[written] = out[from] ?? 0
    out[written + 1] = out[from + 1] ?? 0
    lastStart = written
    lastLength = length
    written += length
    if (length > 2) {
      from += 2
      const stop = Math.min(end, written)
      for (let to = lastStart + 2; to < stop; to += 1, from += 1) out[to] = out[from] ?? 0
    }
    if (next >= 2047) width = 12
    else if (next >= 1023) width = 11
    else if (next >= 511) width = 10
  }
  return out.subarray(CLEAR, Math.min(end, written))
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

/** Whole numbers of so many bits, packed without gaps in each row, the most significant bit first, as 16-bit numbers of this machine. */
export function unpackSamples(
  packed: Uint8Array,
  { bits, perRow, rowBytes }: { bits: number; perRow: number; rowBytes: number },
): Uint8Array {
  const rows = Math.floor(packed.length / rowBytes)
  const numbers = new Uint16Array(rows * perRow)
  for (let row = 0; row < rows; row += 1)
    for (let at = 0; at < perRow; at += 1) {
      const bit = at * bits
      const byte = row * rowBytes + (bit >> 3)
      const three = ((packed[byte] ?? 0) << 16) | ((packed[byte + 1] ?? 0) << 8) | (packed[byte + 2] ?? 0)
      numbers[row * perRow + at] = (three >>> (24 - bits - (bit & 7))) & ((1 << bits) - 1)
    }
  return new Uint8Array(numbers.buffer)
}
