// Takes from all.zip what is known and valid. Names and sizes in it are distrusted.
import { type FileHandle, rm, stat } from 'node:fs/promises'
import { createByteReader, type ReadRange, UnreadableArchiveError } from '#domain/archive/byte-reader.ts'
import { inspectEntries, zipListing } from '#domain/archive/inspect-file.ts'
import { findZipEnd } from '#domain/archive/zip-end.ts'
import type { ZipEntry } from '#domain/archive/zip-entries.ts'
import type { Purpose } from '#domain/maps.ts'
import { GiB, MiB } from '#domain/units.ts'
import { isDeflate64, isReadable, openEntry } from '#imagery/flights/entry-bytes.ts'
import { statePurposes } from '#imagery/rasters/state-purposes.ts'
import { UnreadableRaster } from '#imagery/rasters/unreadable.ts'
import { type Compute, OverBudget } from '#server/compute/pool.ts'
import type { work } from '#server/compute/rasters/product-worker.ts'
import { readAt, withFile, writeAll } from '#server/compute/scratch-file.ts'
import { bytesOfFile } from '../../storage/bytes-of-file.ts'
import type { EngineOrder } from '../engine.ts'
import { ASSET_PATHS, ASSETS, type Asset, STATISTICS_PATHS } from './assets.ts'
import { optionsOfOutputs } from './task-options.ts'
import { UnusableEntry, unpackProduct } from './unpack-product.ts'

const PRODUCT_BYTES_MAX = GiB(100)
const STATISTICS_BYTES_MAX = MiB(4)

export type KeptProducts = {
  kept: Asset[]
  /** What can't be used and why, sentences for people. */
  refused: string[]
  /** By the names of STATISTICS_PATHS, undefined where they are missing or too large. */
  statistics: Partial<Record<keyof typeof STATISTICS_PATHS, unknown>>
}

type Result = { path: string; compute: Pick<Compute, 'run'> }

/** Rejects with UnreadableArchiveError where all.zip is damaged as a whole. */
export const keepProducts = (order: EngineOrder, { path, compute }: Result): Promise<KeptProducts> =>
  withFile(path, 'r', async (file) => {
    const archive = await openArchive(file)
    const kept: Asset[] = []
    const refused: string[] = []
    for (const [at, asset] of ASSETS.entries()) {
      order.signal.throwIfAborted()
      order.report('checking', at / ASSETS.length)
      const entry = archive.entries.get(asset.path)
      if (!entry) continue
      const scratch = `${path}.product`
      try {
        const problem = await checkAsset(asset, entry, { order, archive, path, scratch, compute })
        if (problem === null) {
          await order.keep({
            fileName: asset.fileName,
            kind: asset.kind,
            purpose: asset.purpose,
            bytes: (await stat(scratch)).size,
            open: () => bytesOfFile(scratch),
          })
          kept.push(asset)
        } else refused.push(`${asset.fileName} is not usable. ${problem}`)
      } finally {
        await rm(scratch, { force: true })
      }
    }
    return { kept, refused, statistics: await readStatistics(archive) }
  })

type Archive = { entries: ReadonlyMap<string, ZipEntry>; readRange: ReadRange; shift: number }

/** Of the known paths only; where one is there twice, the first. */
async function openArchive(file: FileHandle): Promise<Archive> {
  const readRange: ReadRange = (from, to) => readAt(file, from, to - from)
  const reader = createByteReader((await file.stat()).size, readRange)
  const end = await findZipEnd(reader)
  if (!end || end.isSplit) throw new UnreadableArchiveError('damaged')
  const entries = new Map<string, ZipEntry>()
  const { isRead } = await inspectEntries(zipListing(reader, end), (entry) => {
    const name = entry.name.replace(/^\.\//, '')
    if (ASSET_PATHS.includes(name) && !entries.has(name)) entries.set(name, entry)
  })
  if (!isRead) throw new UnreadableArchiveError('damaged')
  return { entries, readRange, shift: end.shift }
}

/** What an elevation model can't be used for: of a fast orthophoto it is made of the points that place the photos. */
function purposesMissed({ kind }: Asset, { outputs, options }: EngineOrder): Purpose[] {
  if (kind !== 'elevation' && kind !== 'terrain') return []
  const isFast = { ...optionsOfOutputs(outputs), ...options }['fast-orthophoto']
  return [
    ...(isFast === true || isFast === 'true' ? (['plant heights'] as const) : []),
    ...(kind === 'terrain' ? (['plant tops'] as const) : []),
  ]
}

type Checking = Result & { order: EngineOrder; archive: Archive; scratch: string }

async function checkAsset(
  asset: Asset,
  entry: ZipEntry,
  { order, archive, path, scratch, compute }: Checking,
): Promise<string | null> {
  const { signal } = order
  if (entry.unpackedBytes === 0) return 'It is empty.'
  if (entry.isSymlink || !isReadable(entry) || isDeflate64(entry)) return 'It is packed in a way that is not read.'
  if (entry.unpackedBytes > PRODUCT_BYTES_MAX) return 'It is too large.'
  try {
    await unpackProduct(entry, { ...archive, path }, { path: scratch, signal })
    const inspect = () => inspectProduct(scratch, { compute, signal, format: asset.format })
    const problem = await inspect()
    const missed = purposesMissed(asset, order)
    if (problem !== null || missed.length === 0) return problem
    await writePurposes(scratch, missed)
    return await inspect()
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof UnusableEntry || error instanceof UnreadableArchiveError)
      return `It can't be unpacked: ${error.message}.`
    if (error instanceof UnreadableRaster) return error.message
    if (error instanceof OverBudget) return `It can't be checked: ${error.message}.`
    throw error
  }
}

/** So that the file says it wherever it goes. Rejects with UnreadableRaster. */
const writePurposes = (path: string, missed: readonly Purpose[]): Promise<void> =>
  withFile(path, 'r+', async (file) => {
    const readRange: ReadRange = (from, to) => readAt(file, from, to - from)
    for (const { at, bytes } of await statePurposes({ size: (await file.stat()).size, readRange }, missed))
      await writeAll(file, bytes, at)
  })

type Inspected = { compute: Pick<Compute, 'run'>; signal: AbortSignal; format: Asset['format'] }

const inspectProduct = (path: string, { compute, signal, format }: Inspected): Promise<string | null> =>
  withFile(path, 'r', async (file) =>
    compute.run<typeof work>({
      file: new URL('../../../compute/rasters/product-worker.ts', import.meta.url),
      input: { bytes: (await file.stat()).size, format },
      readRange: (from, to) => readAt(file, from, to - from),
      signal,
    }),
  )

async function readStatistics({ entries, readRange, shift }: Archive): Promise<KeptProducts['statistics']> {
  const read: KeptProducts['statistics'] = {}
  for (const [name, path] of Object.entries(STATISTICS_PATHS) as [keyof typeof STATISTICS_PATHS, string][]) {
    const entry = entries.get(path)
    if (!entry || !isReadable(entry) || entry.unpackedBytes > STATISTICS_BYTES_MAX) continue
    try {
      const content = await openEntry(entry, readRange, shift)
      try {
        read[name] = JSON.parse(new TextDecoder().decode(await content.readRange(0, content.size)))
      } finally {
        await content.close()
      }
    } catch (error) {
      if (!(error instanceof UnreadableArchiveError || error instanceof SyntaxError)) throw error
    }
  }
  return read
}
