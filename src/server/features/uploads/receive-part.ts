import { checkPartSize } from '../../adapters/storage/incoming/write-part.ts'
import type { LocalStorage } from '../../adapters/storage/local/local-storage.ts'
import type { Start } from '../../adapters/storage/local/put-part.ts'

type Part = ReturnType<LocalStorage['readPartLink']>
/** `length` is what is announced; with `start`, it is that of the rest. */
type Announced = { start: Start | undefined; length: number | undefined }

/** @throws AppError unless the part of a link may have the size that is announced */
export function acceptPart(part: Part, { start, length }: Announced): Part & Pick<Announced, 'start'> {
  const size = length === undefined ? undefined : (start?.size ?? 0) + length
  if (size !== undefined) checkPartSize(size, part)
  return { ...part, bytes: size ?? part.bytes, start }
}

/** Receives a whole part, or the rest of one. All of it is on disk when this resolves. @returns its ETag */
export const receivePart = (
  store: LocalStorage,
  { start, ...part }: ReturnType<typeof acceptPart>,
  body: AsyncIterable<Uint8Array>,
) => (start ? store.appendPart({ ...part, body, start }) : store.putPart({ ...part, body }))
