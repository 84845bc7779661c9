// Takes from all.zip what is known and valid. Names and sizes in it are distrusted.
import { type FileHandle, open, rm, stat } from 'node:fs/promises'
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
import { readAt, writeAll } from '#server/compute/scratch-file.ts'
import { bytesOfFile } from '../../storage/bytes-of-file.ts'
import type { EngineOrder } from '../engine.ts'
import { ASSETS, type Asset, STATISTICS_PATHS } from './assets.ts'
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
export async function keepProducts(order: EngineOrder, { path, compute }: Result): Promise<KeptProducts> {
  const file = await open(path)
  try {
    const archive = await openArchive(file, (await stat(path)).size)
    const kept: Asset[] = []
    const refused: string[] = []
    for (const [at, asset] of ASSETS.entries()) {
      order.signal.throwIfAborted()
      order.report('checking', at / ASSETS.length)
      const entry = archive.entries.get(asset.path)
      if (!entry) continue
      const scratch = `${path}.product`
      try {
        const missed = purposesMissed(asset, order)
        const problem = await checkAsset({
          asset,
          missed,
          entry,
          archive,
          path,
          scratch,
          compute,
          signal: order.signal,
        })
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
  } finally {
    await file.close()
  }
}

type Archive = { entries: ReadonlyMap<string, ZipEntry>; readRange: ReadRange; shift: number }

/** Of the known paths only; where one is there twice, the first. */
async function openArchive(file: FileHandle, size: number): Promise<Archive> {
  const readRange: ReadRange = (from, to) => readAt(file, from, to - from)
  const reader = createByteReader(size, readRange)
  const end = await findZipEnd(reader)
  if (!end || end.isSplit) throw new UnreadableArchiveError('damaged')
  const known = new Set<string>([...ASSETS.map(({ path }) => path), ...Object.values(STATISTICS_PATHS)])
  const entries = new Map<string, ZipEntry>()
  const { isRead } = await inspectEntries(zipListing(reader, end), (entry) => {
    const name = entry.name.replace(/^\.\//, '')
    if (known.has(name) && !entries.has(name)) entries.set(name, entry)
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

type Checked = {
  asset: Asset
  missed: readonly Purpose[]
  entry: ZipEntry
  archive: Archive
  path: string
  scratch: string
  compute: Pick<Compute, 'run'>
  signal: AbortSignal
}

async function checkAsset(checked: Checked): Promise<string | null> {
  const { asset, missed, entry, archive, path, scratch, compute, signal } = checked
  if (entry.unpackedBytes === 0) return 'It is empty.'
  if (entry.isSymlink || !isReadable(entry) || isDeflate64(entry)) return 'It is packed in a way that is not read.'
  if (entry.unpackedBytes > PRODUCT_BYTES_MAX) return 'It is too large.'
  try {
    await unpackProduct(entry, { ...archive, path }, { path: scratch, signal })
    const inspect = () => inspectProduct(scratch, { compute, signal, format: asset.format })
    const problem = await inspect()
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
async function writePurposes(path: string, missed: readonly Purpose[]): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const readRange: ReadRange = (from, to) => readAt(file, from, to - from)
    for (const { at, bytes } of await statePurposes({ size: (await file.stat()).size, readRange }, missed))
      await writeAll(file, bytes, at)
  } finally {
    await file.close()
  }
}

type Inspected = Pick<Checked, 'compute' | 'signal'> & { format: Asset['format'] }

async function inspectProduct(path: string, { compute, signal, format }: Inspected): Promise<string | null> {
  const file = await open(path)
  try {
    return await compute.run<typeof work>({
      file: new URL('../../../compute/rasters/product-worker.ts', import.meta.url),
      input: { bytes: (await file.stat()).size, format },
      readRange: (from, to) => readAt(file, from, to - from),
      signal,
    })
  } finally {
    await file.close()
  }
}

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
