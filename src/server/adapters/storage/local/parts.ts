import { randomUUID } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Extent, StoredPart } from '#domain/uploads.ts'
import { moveInto } from '../incoming/durable-files.ts'

/**
 * A part lies in the folder of its upload as `<number>.<turn>.<etag>`. A part that is sent again gets the next turn;
 * after a crash between its arrival and the removal of the earlier one, the highest turn counts. Two processes may give
 * the same turn to different bytes; then all agree on the name that comes last.
 */
export type PartFile = StoredPart & { file: string; turn: number }

export function readPartEtag(etag: string): Extent {
  const [crc = '', size = ''] = etag.split('-')
  return { crc: Number.parseInt(crc, 16), size: Number.parseInt(size, 16) }
}

export const paddedNumber = (partNumber: number): string => String(partNumber).padStart(5, '0')

function readPartName(file: string): PartFile | undefined {
  const match = /^(?<number>\d{5})\.(?<turn>\d+)\.(?<etag>[0-9a-f]{8}-[0-9a-f]+)$/.exec(file)?.groups
  if (!match) return undefined
  const { number = '', turn = '', etag = '' } = match
  return { file, turn: Number(turn), partNumber: Number(number), etag, size: readPartEtag(etag).size }
}

/** The parts that count, in ascending order. */
export async function partsIn(folder: string): Promise<PartFile[]> {
  const counting = new Map<number, PartFile>()
  for (const file of await readdir(folder)) {
    const part = readPartName(file)
    if (part && isLater(part, counting.get(part.partNumber))) counting.set(part.partNumber, part)
  }
  return [...counting.values()].sort((a, b) => a.partNumber - b.partNumber)
}

const isLater = (part: PartFile, other: PartFile | undefined): boolean =>
  other === undefined || part.turn > other.turn || (part.turn === other.turn && part.file > other.file)

export const findPart = async (folder: string, partNumber: number): Promise<PartFile | undefined> =>
  (await partsIn(folder)).find((part) => part.partNumber === partNumber)

const MARK = 'completing.'
/** How the names of parts end that are not whole, see partials.ts. */
export const PARTIAL = '.partial'

/**
 * Says that a completion is about to choose among the parts; to be made before it looks. A process that places a part
 * looks for a mark after that, and without one removes the part that it has replaced. So whatever order the two come in,
 * what is chosen stays: either the new part was there before the mark, and is chosen itself, or the mark is seen.
 */
export async function markCompletion(folder: string): Promise<string> {
  const mark = join(folder, MARK + randomUUID())
  await writeFile(mark, '')
  return mark
}

const isMarked = async (folder: string): Promise<boolean> =>
  (await readdir(folder)).some((file) => file.startsWith(MARK))

/** Puts a received part in its place, durably, in the stead of any earlier one. */
export async function placePart(
  folder: string,
  part: { temp: string; partNumber: number; etag: string },
): Promise<void> {
  const earlier = await findPart(folder, part.partNumber)
  const name = `${paddedNumber(part.partNumber)}.${(earlier?.turn ?? 0) + 1}.${part.etag}`
  await moveInto(join(folder, name), part.temp)
  if (earlier && !(await isMarked(folder))) await rm(join(folder, earlier.file), { force: true })
}

/** Frees what the manifest of an object doesn't name: parts that were replaced, never listed or not whole, and marks. */
export async function removeOtherParts(folder: string, kept: ReadonlySet<string>): Promise<void> {
  for (const file of await readdir(folder)) {
    const isOther = (readPartName(file) || file.endsWith(PARTIAL)) && !kept.has(file)
    if (file.startsWith(MARK) || isOther) await rm(join(folder, file), { force: true })
  }
}
