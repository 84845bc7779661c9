/** Splits a stream into streams of `partBytes`, without buffering more than one piece. */
export async function* splitIntoParts(
  stream: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<AsyncIterable<Uint8Array>> {
  const pieces = stream[Symbol.asyncIterator]()
  let buffered = await nextPiece(pieces)

  async function* onePart(): AsyncGenerator<Uint8Array> {
    let remainingBytes = partBytes
    while (buffered && remainingBytes > 0) {
      const piece: Uint8Array = buffered.subarray(0, remainingBytes)
      remainingBytes -= piece.length
      buffered = piece.length < buffered.length ? buffered.subarray(piece.length) : await nextPiece(pieces)
      yield piece
    }
  }
  while (buffered) yield onePart()
}

async function nextPiece(pieces: AsyncIterator<Uint8Array>): Promise<Uint8Array | undefined> {
  const { value, done } = await pieces.next()
  return done ? undefined : value
}
