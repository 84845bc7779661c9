import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Extent, StoredPart } from '#domain/uploads.ts'
import { moveInto } from '../incoming/durable-files.ts'

/**
 * A part is stored in the folder of its upload as `<number>.<version>.<etag>`. A part that is sent again gets the next version.
 * After a crash before the removal of the earlier one, the highest version counts.
 */
export type PartFile = StoredPart & { file: string; version: number }

export function readPartEtag(etag: string): Extent {
  const [crc = '', size = ''] = etag.split('-')
  return { crc: Number.parseInt(crc, 16), size: Number.parseInt(size, 16) }
}

export const paddedNumber = (partNumber: number): string => String(partNumber).padStart(5, '0')

function readPartName(file: string): PartFile | undefined {
  const match = /^(?<number>\d{5})\.(?<version>\d+)\.(?<etag>[0-9a-f]{8}-[0-9a-f]+)$/.exec(file)?.groups
  if (!match) return undefined
  const { number = '', version = '', etag = '' } = match
  return { file, version: Number(version), partNumber: Number(number), etag, size: readPartEtag(etag).size }
}

/** The current version of each part, in ascending order. */
export async function partsIn(folder: string): Promise<PartFile[]> {
  const current = new Map<number, PartFile>()
  for (const file of await readdir(folder)) {
    const part = readPartName(file)
    if (part && part.version > (current.get(part.partNumber)?.version ?? 0)) current.set(part.partNumber, part)
  }
  return [...current.values()].sort((a, b) => a.partNumber - b.partNumber)
}

export const findPart = async (folder: string, partNumber: number): Promise<PartFile | undefined> =>
  (await partsIn(folder)).find((part) => part.partNumber === partNumber)

/** The suffix of incomplete parts, see partials.ts. */
export const PARTIAL = '.partial'

/** Durably stores a received part, replacing any earlier one. */
export async function storePart(
  folder: string,
  part: { temp: string; partNumber: number; etag: string },
): Promise<void> {
  const earlier = await findPart(folder, part.partNumber)
  const name = `${paddedNumber(part.partNumber)}.${(earlier?.version ?? 0) + 1}.${part.etag}`
  await moveInto(join(folder, name), part.temp)
  if (earlier) await rm(join(folder, earlier.file), { force: true })
}

/** Deletes what the manifest of an object doesn't name: parts that were replaced, never listed or incomplete. */
export async function removeOtherParts(folder: string, kept: ReadonlySet<string>): Promise<void> {
  for (const file of await readdir(folder)) {
    const isOther = (readPartName(file) || file.endsWith(PARTIAL)) && !kept.has(file)
    if (isOther) await rm(join(folder, file), { force: true })
  }
}
