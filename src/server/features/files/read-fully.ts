/** Reads at most `bytes`. Each piece is copied, because its buffer is reused for the next one. */
export async function readFully(pieces: AsyncIterable<Uint8Array>, bytes: number): Promise<Uint8Array> {
  const all = new Uint8Array(bytes)
  let length = 0
  for await (const piece of pieces) {
    all.set(piece, length)
    length += piece.length
  }
  return all.subarray(0, length)
}
