import { randomBytes } from 'node:crypto'
import { checkFileName, storedFileName } from '#domain/file-names.ts'
import { PRODUCTS_MAX } from '#domain/processing.ts'
import { REPORT_FILE_BYTES_MAX } from '#domain/reports.ts'
import { MiB } from '#domain/units.ts'
import type { EngineProduct } from '../../adapters/engines/engine.ts'
import type { Deps } from '../../deps.ts'
import { recordFile } from '../files/record-file.ts'
import { removeObjectJob } from '../files/remove-object.ts'
import { splitIntoParts } from '../files/split-into-parts.ts'
import { heldRun, lockHeldRun, productsOf, type Run, removeProducts } from './queries.ts'

const PART_BYTES = MiB(64)

type Keeping = { run: Run & { holder: string }; log: (line: string) => void; signal: AbortSignal }
type KeepDeps = Pick<Deps, 'db' | 'storage' | 'queue' | 'now'>

/**
 * Stores a product and records it, in place of one with the same name. What can't be kept is left out, and the log says why.
 * @throws when the run was cancelled, or another job has taken it up: then nothing stays.
 */
export async function keepProduct(
  deps: KeepDeps,
  { run, log, signal }: Keeping,
  product: EngineProduct,
): Promise<void> {
  const problem = await whyNot(deps, run, product)
  if (problem) {
    log(`${product.fileName} is left out: ${problem}`)
    return
  }
  const { analysisId, id: runId, holder } = run
  const key = `${analysisId}/${randomBytes(8).toString('hex')}/${storedFileName(product.fileName, deps.now())}`
  await noteWriting(deps, run, key)
  await store(deps, { key, product, signal })
  const isKept = await deps.db.transaction().execute(async (trx) => {
    const held = await lockHeldRun(trx, { id: runId, holder })
    if (!held) {
      await deps.queue.enqueue(trx, removeObjectJob, { key })
      return false
    }
    const { fileName, kind: productKind, purpose, bytes } = product
    await removeProducts(trx, deps, { runId, fileName })
    await recordFile(trx, deps, {
      uploadId: null,
      analysisId,
      kind: 'PRODUCT',
      fileName,
      storageKey: key,
      bytes,
      createdAt: deps.now(),
      publishedAt: null,
      addedBy: run.startedBy,
      remarks: '',
      senderDigest: null,
      runId,
      productKind,
      purpose,
    })
    await trx.updateTable('runs').set({ writing: null }).where('id', '=', runId).execute()
    return true
  })
  if (!isKept) throw lostRun()
}

const lostRun = (): Error => new Error('The run was cancelled, or is worked on elsewhere')

/** Nothing that an engine names is trusted. */
async function whyNot({ db }: KeepDeps, run: Run, { fileName, bytes }: EngineProduct): Promise<string | undefined> {
  const problem = checkFileName(fileName)
  if (problem) return problem
  if (bytes === 0) return 'it is empty'
  if (bytes > REPORT_FILE_BYTES_MAX) return 'it has more than 10 GB'
  const products = await productsOf(db, [run])
  const others = products.filter((other) => other.fileName !== fileName || other.kind !== 'PRODUCT')
  return others.length < PRODUCTS_MAX ? undefined : `a run keeps at most ${PRODUCTS_MAX} files`
}

/** Before it is stored, so that a crash leaves nothing that nobody knows. */
async function noteWriting({ db }: KeepDeps, run: Keeping['run'], key: string): Promise<void> {
  const noted = await heldRun(db, run).set({ writing: key }).executeTakeFirst()
  if (noted.numUpdatedRows === 0n) throw lostRun()
}

type Storing = { key: string; product: EngineProduct; signal: AbortSignal }

async function store({ storage }: KeepDeps, { key, product, signal }: Storing): Promise<void> {
  const { bytes, fileName } = product
  const upload = { key, ...(await storage.openUpload({ key, bytes, partBytes: PART_BYTES })) }
  try {
    const parts: { partNumber: number; etag: string }[] = []
    for await (const body of splitIntoParts(product.open(), PART_BYTES)) {
      signal.throwIfAborted()
      const partNumber = parts.length + 1
      if (parts.length * PART_BYTES > bytes) break
      const { etag } = await storage.putPart({ ...upload, partNumber, body, maxBytes: PART_BYTES })
      parts.push({ partNumber, etag })
    }
    const { size } = await storage.completeUpload({ ...upload, parts })
    if (size === bytes) return
    await storage.remove({ key })
    throw new Error(`${fileName} has ${size} bytes instead of ${bytes}`)
  } catch (error) {
    await storage.discard(upload)
    throw error
  }
}
