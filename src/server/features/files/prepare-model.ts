import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { type FileModel, MODEL_BYTES_MAX, MODEL_MAKER, mayBePacked } from '#domain/models.ts'
import type { UnpackedGlb } from '#imagery/models/unpack-glb.ts'
import type { Attempt } from '../../adapters/queue/queue.ts'
import { DamagedObject } from '../../adapters/storage/storage.ts'
import type { ModelOutcome, work as modelWork } from '../../compute/models/model-worker.ts'
import { OverBudget } from '../../compute/pool.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { type CheckedFile, findCheckedFile } from './checked-file.ts'
import { unpackedModelKey } from './derived.ts'
import { readFully } from './read-fully.ts'
import { skipIfMissing } from './skip-missing.ts'
import { isStored, storeDerived } from './store-derived.ts'
import { withScratch } from './with-scratch.ts'

type PrepareDeps = Pick<Deps, 'db' | 'storage' | 'compute' | 'log'> & WithConfig<'dataDir'>

/** Makes a copy of a GLB with Draco compression that a browser can show, or records why it can't. Of any other GLB it reads the description. */
export async function prepareModel(
  deps: PrepareDeps,
  { fileId }: { fileId: string },
  attempt: Partial<Attempt> = {},
): Promise<void> {
  const file = await findCheckedFile(deps.db, fileId)
  if (!file || !mayBePacked(file) || (await isPrepared(deps, file))) return
  await skipIfMissing(deps, fileId, prepare(deps, file, attempt))
}

const isPrepared = async ({ storage }: PrepareDeps, { model, sha256 }: CheckedFile): Promise<boolean> =>
  model?.maker === MODEL_MAKER && (model.unpackedBytes === null || (await isStored(storage, unpackedModelKey(sha256))))

async function prepare(deps: PrepareDeps, file: CheckedFile, attempt: Partial<Attempt>): Promise<void> {
  await withScratch(deps, 'models', async (scratch) => {
    const decodedPath = join(scratch, 'decoded')
    const { unpacked, problem } = await unpack(deps, file, { decodedPath, attempt })
    if (!unpacked) {
      await record(deps, file, { reason: problem ?? null, unpackedBytes: null })
      return
    }
    const key = unpackedModelKey(file.sha256)
    const read = (from: number, to: number) => readUnpacked(deps, { ...unpacked, file, decodedPath }, { from, to })
    await storeDerived(deps.storage, { key, bytes: unpacked.bytes, read })
    const isThere = await record(deps, file, { reason: null, unpackedBytes: unpacked.bytes })
    // Removed meanwhile, with what had been made of it.
    if (!isThere) await deps.storage.remove({ key })
  })
}

async function unpack(
  { storage, compute, log }: PrepareDeps,
  { id: fileId, storageKey: key, bytes }: CheckedFile,
  { decodedPath, attempt: { report, signal } }: { decodedPath: string; attempt: Partial<Attempt> },
): Promise<ModelOutcome> {
  try {
    return await compute.run<typeof modelWork>({
      file: new URL('../../compute/models/model-worker.ts', import.meta.url),
      input: { bytes, bytesMax: MODEL_BYTES_MAX.glb, decodedPath },
      readRange: (from, to) => readFully(storage.read({ key, from, to }), to - from),
      report: (fraction) => report?.('reading', fraction),
      signal,
    })
  } catch (error) {
    if (error instanceof DamagedObject) return { problem: 'The file is damaged on the server.' }
    if (!(error instanceof OverBudget)) throw error
    log.error({ err: error, fileId }, 'model exceeded its budget')
    return { problem: 'This model takes too much time or memory to be shown.' }
  }
}

type Unpacked = UnpackedGlb & { file: CheckedFile; decodedPath: string }
type Range = { from: number; to: number }

/** A range of the copy: its description, the binary data of the original, what was decoded. */
async function* readUnpacked(
  { storage }: PrepareDeps,
  { head, binary, bytes, file: { storageKey: key }, decodedPath }: Unpacked,
  range: Range,
): AsyncIterable<Uint8Array> {
  const decodedFrom = head.length + binary.to - binary.from
  const inHead = within(range, { from: 0, to: head.length })
  const inBinary = within(range, { from: head.length, to: decodedFrom })
  const inDecoded = within(range, { from: decodedFrom, to: bytes })
  if (inHead) yield head.slice(inHead.from, inHead.to)
  if (inBinary) yield* storage.read({ key, from: binary.from + inBinary.from, to: binary.from + inBinary.to })
  if (inDecoded) yield* createReadStream(decodedPath, { start: inDecoded.from, end: inDecoded.to - 1 })
}

/** The part of a range that lies in a section, counted from its start. */
function within(range: Range, section: Range): Range | undefined {
  const [from, to] = [Math.max(range.from, section.from), Math.min(range.to, section.to)]
  return from < to ? { from: from - section.from, to: to - section.from } : undefined
}

/** False when the file was removed meanwhile. */
async function record({ db }: PrepareDeps, { id }: CheckedFile, found: Omit<FileModel, 'maker'>): Promise<boolean> {
  const model = JSON.stringify({ maker: MODEL_MAKER, ...found } satisfies FileModel)
  const { numUpdatedRows } = await db.updateTable('files').set({ model }).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows > 0n
}
