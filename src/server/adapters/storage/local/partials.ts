import { copyFile, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { crc32 } from '@node-rs/crc32'
import { AppError } from '#domain/errors.ts'
import { MiB } from '#domain/units.ts'
import { type Extent, partEtag } from '#domain/uploads.ts'
import { DIRECT_BYTES } from '../incoming/direct-file.ts'
import { hasCode } from '../incoming/durable-files.ts'
import type { Layout } from './layout.ts'
import { findPart, PARTIAL, paddedNumber, partsIn, readPartEtag } from './parts.ts'

/**
 * What has arrived of a part whose connection broke. It lies in the folder of its upload as `<number>.<etag>.partial`.
 * While a process receives the rest, it lies in that process's folder for temporary files, as
 * `<upload id>.<number>.<etag>.partial`. A rename moves it, so that only one process writes to it.
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
/** A file that this process alone writes to, and what is in it. */
export type TakenPartial = { file: string; extent: Extent }

/** Where this process receives a part of which it has that much. */
const heldPath = (layout: Layout, { uploadId, partNumber }: Part, extent: Extent): string =>
  join(layout.temp, `${uploadId}.${partialName(partNumber, extent)}`)

export const newPartial = (layout: Layout, part: Part): string => heldPath(layout, part, NOTHING)

/** How many bytes are on disk of each part that is not whole; of one that is coming in perhaps none yet. */
export async function partialSizes(layout: Layout, folder: string): Promise<{ partNumber: number; size: number }[]> {
  const whole = new Set((await partsIn(folder)).map(({ partNumber }) => partNumber))
  const sizes = new Map<number, number>()
  for (const { path, partNumber } of [...(await idleIn(folder)), ...(await heldOf(layout, basename(folder)))]) {
    const size = await sizeOnDisk(path)
    if (!whole.has(partNumber)) sizes.set(partNumber, Math.max(size, sizes.get(partNumber) ?? 0))
  }
  return [...sizes].map(([partNumber, size]) => ({ partNumber, size })).sort((a, b) => a.partNumber - b.partNumber)
}

/** What is on disk of this part, from its first byte on. */
export async function measurePartial(layout: Layout, folder: string, part: Part): Promise<Extent> {
  const found = await findPartial(layout, folder, part)
  if (!found) return NOTHING
  const extent = await measure(found.path, found).catch(elsewhere)
  const place = join(folder, partialName(part.partNumber, extent))
  if (!found.uploadId && place !== found.path) await rename(found.path, place).catch(elsewhere)
  return extent
}

/** Makes what is there of this part ready to be continued by this process. */
export async function takePartial(layout: Layout, folder: string, part: Part): Promise<TakenPartial | undefined> {
  const found = await findPartial(layout, folder, part)
  if (!found) return undefined
  // Another process that holds it may write to it still: of its bytes those count that are there now.
  const known = found.uploadId ? NOTHING : found
  const file = heldPath(layout, part, known)
  await (found.uploadId ? copyFile(found.path, file) : rename(found.path, file)).catch(elsewhere)
  const extent = await measure(file, known)
  if (extent.size > 0) return { file, extent }
  await rm(file)
  return undefined
}

/** Puts what has arrived of a part where every process finds it, unless the part, or as much of it, is there. */
export async function keepPartial(
  folder: string,
  { file, partNumber, extent }: TakenPartial & { partNumber: number },
): Promise<void> {
  const idle = (await idleIn(folder)).filter((other) => other.partNumber === partNumber)
  if (extent.size === 0 || idle.some(({ size }) => size >= extent.size) || (await findPart(folder, partNumber))) return
  await rename(file, join(folder, partialName(partNumber, extent)))
  for (const { path } of idle) await rm(path, { force: true })
}

export async function removePartials(folder: string, partNumber: number): Promise<void> {
  for (const idle of await idleIn(folder)) if (idle.partNumber === partNumber) await rm(idle.path, { force: true })
}

/** Moves what an earlier run of this process was receiving back to where every process finds it. What is of no use stays. */
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

/** Nobody receives what lies with its upload; it comes before what another process may still think that it receives. */
async function findPartial(layout: Layout, folder: string, part: Part): Promise<PartialFile | undefined> {
  const ofPart = (files: PartialFile[]) =>
    files.filter(({ partNumber }) => partNumber === part.partNumber).sort((a, b) => b.size - a.size)[0]
  return ofPart(await idleIn(folder)) ?? ofPart(await heldOf(layout, part.uploadId))
}

const idleIn = async (folder: string): Promise<PartialFile[]> => readNames(folder, await readdir(folder))

async function heldOf({ temp, temps }: Layout, uploadId: string): Promise<PartialFile[]> {
  const folders = temps === temp ? [temp] : await foldersIn(temps)
  const held = await Promise.all(folders.map(async (folder) => readNames(folder, await readdir(folder))))
  return held.flat().filter((file) => file.uploadId === uploadId)
}

/** Not by a recursive listing: what other uploads have there may go at any moment. */
async function foldersIn(temps: string): Promise<string[]> {
  const entries = await readdir(temps, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(temps, name))
}

const readNames = (folder: string, files: readonly string[]): PartialFile[] =>
  files.flatMap((file) => readPartialName(join(folder, file)) ?? [])

/** In whole pages, since direct writes go on at the start of one. Nothing when it is gone. */
async function sizeOnDisk(path: string): Promise<number> {
  try {
    const { size } = await stat(path)
    return Math.floor(size / DIRECT_BYTES) * DIRECT_BYTES
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 0
    throw error
  }
}

/** All that is in the file, and on disk when it answers. Only bytes beyond those that are known are read. */
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

/** Another process has just begun, or ended, to receive it. */
function elsewhere(error: unknown): never {
  if (hasCode(error, 'ENOENT')) throw new AppError('conflict', 'This part is just being sent elsewhere. Try again.')
  throw error
}
