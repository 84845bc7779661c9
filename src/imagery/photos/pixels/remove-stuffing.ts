/** More than a block that reads past the end can take: 64 codes with their values. */
const MARGIN_BYTES = 256

export type Segments = {
  /** With zeros behind it. */
  data: Uint8Array
  /** Behind the last byte of each segment; a restart lies between two. */
  ends: number[]
}

/** The bytes of a scan without the zero behind each 0xFF, up to a marker that is no restart (ITU-T T.81 F.1.2.3). */
export function removeStuffing(bytes: Uint8Array): Segments {
  const data = new Uint8Array(bytes.length + MARGIN_BYTES)
  const ends: number[] = []
  let [from, length] = [0, 0]
  for (;;) {
    const found = bytes.indexOf(0xff, from)
    const at = found < 0 ? bytes.length : found
    data.set(bytes.subarray(from, at), length)
    length += at - from
    const next = bytes[at + 1]
    if (next === undefined) break
    if (next === 0) {
      data[length] = 0xff
      length += 1
      from = at + 2
    } else if (next === 0xff) from = at + 1
    else if (next >= 0xd0 && next <= 0xd7) {
      ends.push(length)
      from = at + 2
    } else break
  }
  return { data, ends: [...ends, length] }
}
