import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { writeAll } from '../adapters/storage/incoming/durable-files.ts'

/** Writes a new file; it is durable when this resolves. */
export async function writeHashed(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  const handle = await open(file, 'wx')
  try {
    for await (const chunk of chunks) {
      hash.update(chunk)
      await writeAll(handle, [chunk], bytes)
      bytes += chunk.length
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { sha256: hash.digest('hex'), bytes }
}
