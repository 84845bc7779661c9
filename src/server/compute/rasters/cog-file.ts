import type { FileHandle } from 'node:fs/promises'
import { MiB } from '#domain/units.ts'
import type { CogLayout } from '#imagery/rasters/cog-layout.ts'
import { readAt, writeAll } from '../scratch-file.ts'

const COPY_BYTES = MiB(8)

/** Writes a file from its beginning and the tiles that were kept. Tiles that lie together are copied together. */
export async function putTogether(
  copy: FileHandle,
  tiles: FileHandle,
  { head, pieces }: Pick<CogLayout, 'head' | 'pieces'>,
): Promise<void> {
  await writeAll(copy, head, 0)
  let end = head.length
  for (let index = 0; index < pieces.length; ) {
    const from = pieces[index]?.at ?? 0
    let bytes = 0
    for (let next = pieces[index]; next && next.at === from + bytes && bytes < COPY_BYTES; next = pieces[index]) {
      bytes += next.bytes
      index += 1
    }
    await writeAll(copy, await readAt(tiles, from, bytes), end)
    end += bytes
  }
}
