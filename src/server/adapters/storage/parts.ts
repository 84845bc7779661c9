import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredPart } from '#domain/uploads.ts'
import { moveInto, syncFolder } from './durable.ts'

/**
 * A part lies in the folder of its upload as `<number>.<turn>.<etag>`. A part that is sent again gets the next turn;
 * after a crash between its arrival and the removal of the earlier one, the highest turn counts.
 */
export type PartFile = StoredPart & { file: string; turn: number }

export const partEtag = (crc: number, size: number): string =>
  `${crc.toString(16).padStart(8, '0')}-${size.toString(16)}`

function readPartName(file: string): PartFile | undefined {
  const match = /^(?<number>\d{5})\.(?<turn>\d+)\.(?<etag>[0-9a-f]{8}-(?<size>[0-9a-f]+))$/.exec(file)?.groups
  if (!match) return undefined
  const { number = '', turn = '', etag = '', size = '' } = match
  return { file, turn: Number(turn), partNumber: Number(number), etag, size: Number.parseInt(size, 16) }
}

/** The parts that count, in ascending order. */
export async function partsIn(folder: string): Promise<PartFile[]> {
  const counting = new Map<number, PartFile>()
  for (const file of await readdir(folder)) {
    const part = readPartName(file)
    if (part && part.turn > (counting.get(part.partNumber)?.turn ?? 0)) counting.set(part.partNumber, part)
  }
  return [...counting.values()].sort((a, b) => a.partNumber - b.partNumber)
}

/** Puts a received part in its place, durably, in the stead of any earlier one. */
export async function placePart(
  folder: string,
  part: { temp: string; partNumber: number; etag: string },
): Promise<void> {
  const earlier = (await partsIn(folder)).find(({ partNumber }) => partNumber === part.partNumber)
  const number = String(part.partNumber).padStart(5, '0')
  await moveInto(join(folder, `${number}.${(earlier?.turn ?? 0) + 1}.${part.etag}`), part.temp)
  if (earlier) await rm(join(folder, earlier.file), { force: true })
}

/** Frees what no manifest names: parts that were replaced or never listed. */
export async function removeOtherParts(folder: string, kept: ReadonlySet<string>): Promise<void> {
  for (const file of await readdir(folder)) {
    if (readPartName(file) && !kept.has(file)) await rm(join(folder, file), { force: true })
  }
  await syncFolder(folder)
}
