import { checkPartSize } from '../../adapters/storage/incoming/write-part.ts'
import type { LocalStorage } from '../../adapters/storage/local/local-storage.ts'
import type { Start } from '../../adapters/storage/local/put-part.ts'

/** `length` is what is announced; with `start`, it is that of the rest. */
type Announced = { start: Start | undefined; length: number | undefined }
type Accepted = ReturnType<LocalStorage['readPartLink']> & Pick<Announced, 'start'>

/** The part that a signed URL of the embedded store is for. @throws AppError when it may not be sent, or has another size */
export function acceptPart(store: LocalStorage, url: string, { start, length }: Announced): Accepted {
  const part = store.readPartLink(url)
  const size = length === undefined ? undefined : (start?.size ?? 0) + length
  if (size !== undefined) checkPartSize(size, part)
  return { ...part, bytes: size ?? part.bytes, start }
}

/** Receives a whole part, or the rest of one. All of it is on disk when this resolves. @returns its ETag */
export const receivePart = (store: LocalStorage, { start, ...part }: Accepted, body: AsyncIterable<Uint8Array>) =>
  start ? store.appendPart({ ...part, body, start }) : store.putPart({ ...part, body })
