import { createReadStream } from 'node:fs'

/**
 * The bytes of a file on the disk, up to `to`. It is opened when it is first read: the error of a stream that nobody reads any more
 * would end the process.
 */
export async function* bytesOfFile(path: string, range?: { from: number; to: number }): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, range && { start: range.from, end: range.to - 1 })
}
