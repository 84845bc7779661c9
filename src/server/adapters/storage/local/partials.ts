import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { crc32 } from '@node-rs/crc32'
import { MiB } from '#domain/units.ts'
import { type Extent, partEtag } from '#domain/uploads.ts'
import { DIRECT_BYTES } from '../incoming/direct-file.ts'
import { hasCode } from '../incoming/durable-files.ts'
import type { Layout } from './layout.ts'
import { findPart, PARTIAL, paddedNumber, partsIn, readPartEtag } from './parts.ts'

/**
 * The bytes received of a part whose connection broke, as `<number>.<etag>.partial` in the folder of its upload.
 * While the rest is received, the file is in the folder for temporary files, as `<upload id>.<number>.<etag>.partial`.
 * After a crash the file is longer than its name says.
 */
type PartialFile = Extent & { path: string; partNumber: number; uploadId: string | undefined }

const NOTHING: Extent = { crc: 0, size: 0 }
const PIECE_BYTES = MiB(1)
const NAME = /^(?:(?<uploadId>[0-9a-f]{32})\.)?(?<number>\d{5})\.(?<etag>[0-9a-f]{8}-[0-9a-f]+)\.partial$/

const partialName = (partNumber: number, extent: Extent): string =>
  `${paddedNumber(partNumber)}.${partEtag(extent)}${PARTIAL}`

function readPartialName(path: string): PartialFile | undefined {
  const match = NAME.exec(basename(path))?.groups
  if (!match) return undefined
  const { uploadId, number = '', etag = '' } = match
  return { path, uploadId, partNumber: Number(number), ...readPartEtag(etag) }
}

type Part = { uploadId: string; partNumber: number }
/** A file that only one call writes to, and its content. */
export type ClaimedPartial = { file: string; extent: Extent }

/** Where a part of which there is `extent` is received. */
const claimedPath = (layout: Layout, { uploadId, partNumber }: Part, extent: Extent): string =>
  join(layout.temp, `${uploadId}.${partialName(partNumber, extent)}`)

export const newPartialPath = (layout: Layout, part: Part): string => claimedPath(layout, part, NOTHING)

/** The bytes on disk of each incomplete part; 0 for one that has just started. */
export async function partialSizes(layout: Layout, folder: string): Promise<{ partNumber: number; size: number }[]> {
  const whole = new Set((await partsIn(folder)).map(({ partNumber }) => partNumber))
  const sizes = new Map<number, number>()
  for (const { path, partNumber } of [...(await idleIn(folder)), ...(await claimedOf(layout, basename(folder)))]) {
    const size = await sizeOnDisk(path)
    if (!whole.has(partNumber)) sizes.set(partNumber, Math.max(size, sizes.get(partNumber) ?? 0))
  }
  return [...sizes].map(([partNumber, size]) => ({ partNumber, size })).sort((a, b) => a.partNumber - b.partNumber)
}

/** The bytes on disk of this part, from its first byte on. */
export async function measurePartial(folder: string, partNumber: number): Promise<Extent> {
  const found = await findPartial(folder, partNumber)
  if (!found) return NOTHING
  const extent = await measure(found.path, found)
  const path = join(folder, partialName(partNumber, extent))
  if (path !== found.path) await rename(found.path, path)
  return extent
}

/** Claims the stored bytes of this part, to receive the rest. */
export async function claimPartial(layout: Layout, folder: string, part: Part): Promise<ClaimedPartial | undefined> {
  const found = await findPartial(folder, part.partNumber)
  if (!found) return undefined
  const file = claimedPath(layout, part, found)
  await rename(found.path, file)
  const extent = await measure(file, found)
  if (extent.size > 0) return { file, extent }
  await rm(file)
  return undefined
}

/** Moves the bytes received of a part into the folder of its upload, unless the part, or as much of it, is stored there already. */
export async function savePartial(
  folder: string,
  { file, partNumber, extent }: ClaimedPartial & { partNumber: number },
): Promise<void> {
  const idle = (await idleIn(folder)).filter((other) => other.partNumber === partNumber)
  if (extent.size === 0 || idle.some(({ size }) => size >= extent.size) || (await findPart(folder, partNumber))) return
  await rename(file, join(folder, partialName(partNumber, extent)))
  for (const { path } of idle) await rm(path, { force: true })
}

export async function removePartials(folder: string, partNumber: number): Promise<void> {
  for (const idle of await idleIn(folder)) if (idle.partNumber === partNumber) await rm(idle.path, { force: true })
}

/** At a start, moves what was being received back into the folders of the uploads. Useless files stay; `removeLeftovers` deletes them. */
export async function recoverPartials(layout: Layout): Promise<void> {
  for (const { path, uploadId = '', partNumber, crc, size } of readNames(layout.temp, await readdir(layout.temp))) {
    const folder = join(layout.open, uploadId)
    try {
      if ((await sizeOnDisk(path)) === 0 || (await findPart(folder, partNumber))) continue
      await rename(path, join(folder, partialName(partNumber, { crc, size })))
    } catch (error) {
      // The upload was completed or discarded.
      if (!hasCode(error, 'ENOENT')) throw error
    }
  }
}

const findPartial = async (folder: string, partNumber: number): Promise<PartialFile | undefined> =>
  (await idleIn(folder)).filter((file) => file.partNumber === partNumber).sort((a, b) => b.size - a.size)[0]

const idleIn = async (folder: string): Promise<PartialFile[]> => readNames(folder, await readdir(folder))

const claimedOf = async ({ temp }: Layout, uploadId: string): Promise<PartialFile[]> =>
  readNames(temp, await readdir(temp)).filter((file) => file.uploadId === uploadId)

const readNames = (folder: string, files: readonly string[]): PartialFile[] =>
  files.flatMap((file) => readPartialName(join(folder, file)) ?? [])

/** In whole pages, since direct writes resume at the start of one; 0 when the file is gone. */
async function sizeOnDisk(path: string): Promise<number> {
  try {
    const { size } = await stat(path)
    return Math.floor(size / DIRECT_BYTES) * DIRECT_BYTES
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 0
    throw error
  }
}

/** The whole content of the file, synced to disk. Reads only the bytes after `known`. */
async function measure(path: string, known: Extent): Promise<Extent> {
  const end = await sizeOnDisk(path)
  if (end === known.size) return { crc: known.crc, size: known.size }
  const handle = await open(path, 'r')
  try {
    await handle.sync()
    let { crc, size } = known.size < end ? known : NOTHING
    const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES)
    while (size < end) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, end - size), size)
      if (bytesRead === 0) throw new Error(`${path} became shorter while it was read`)
      crc = crc32(buffer.subarray(0, bytesRead), crc)
      size += bytesRead
    }
    return { crc, size }
  } finally {
    await handle.close()
  }
}
