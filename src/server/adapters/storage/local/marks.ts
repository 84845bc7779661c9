import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Extent, partEtag, type StoredPart } from '#domain/uploads.ts'
import { syncFolder } from '../incoming/durable-files.ts'

/**
 * What has arrived of a part, as the name of an empty file in the folder of its upload: `<number>.<etag>` for a whole part,
 * `<number>.<etag>.<start of the store>.partial` for its first bytes. Each part has at most one.
 */
export type Mark = Extent & {
  file: string
  partNumber: number
  etag: string
  /** When its bytes are not all there yet: which start of the store wrote the mark. */
  partialOf: string | undefined
}

type NewMark = Pick<Mark, 'partNumber' | 'partialOf'> & Extent

const NAME = /^(?<number>\d{5})\.(?<etag>[0-9a-f]{8}-[0-9a-f]+)(?:\.(?<partialOf>[0-9a-f]+)\.partial)?$/

function readEtag(etag: string): Extent {
  const [crc = '', size = ''] = etag.split('-')
  return { crc: Number.parseInt(crc, 16), size: Number.parseInt(size, 16) }
}

function readMark(file: string): Mark | undefined {
  const { number = '', etag = '', partialOf } = NAME.exec(file)?.groups ?? {}
  return number ? { file, partNumber: Number(number), etag, partialOf, ...readEtag(etag) } : undefined
}

/** In ascending order. */
export async function marksIn(folder: string): Promise<Mark[]> {
  const names = await readdir(folder)
  return names.flatMap((name) => readMark(name) ?? []).sort((a, b) => a.partNumber - b.partNumber)
}

export const findMark = async (folder: string, partNumber: number): Promise<Mark | undefined> =>
  (await marksIn(folder)).find((mark) => mark.partNumber === partNumber)

export const isWhole = ({ partialOf }: Mark): boolean => partialOf === undefined

/** In ascending order. */
export const storedParts = async (folder: string): Promise<StoredPart[]> =>
  (await marksIn(folder)).filter(isWhole).map(({ partNumber, etag, size }) => ({ partNumber, etag, size }))

/** Takes the place of `earlier`. Durable for a whole part, whose bytes must be on disk already. */
export async function setMark(
  folder: string,
  { partNumber, partialOf, crc, size }: NewMark,
  earlier?: Mark,
): Promise<Mark> {
  const etag = partEtag({ crc, size })
  const file = `${String(partNumber).padStart(5, '0')}.${etag}${partialOf === undefined ? '' : `.${partialOf}.partial`}`
  if (earlier) await rename(join(folder, earlier.file), join(folder, file))
  else await writeFile(join(folder, file), '')
  if (partialOf === undefined) await syncFolder(folder)
  return { file, partNumber, etag, partialOf, crc, size }
}

export async function removeMark(folder: string, mark: Mark): Promise<void> {
  await rm(join(folder, mark.file), { force: true })
  if (isWhole(mark)) await syncFolder(folder)
}
