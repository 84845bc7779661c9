import { Readable } from 'node:stream'
import { type CompletedPart, partCount } from '#domain/uploads.ts'
import type { Actor } from '../../../actor.ts'
import type { work as demoWork } from '../../../compute/demo/demo-worker.ts'
import type { Deps } from '../../../deps.ts'
import type { FormPart } from '../../../handler.ts'
import { uploadReportByForm } from '../../reports/upload-by-form.ts'
import { completeUpload } from '../../uploads/complete-upload.ts'
import { storeRefOf } from '../../uploads/queries.ts'
import { startUpload } from '../../uploads/start-upload.ts'
import { BARE_GROUND, DEMO_PROJECT, FLIGHTS, flightFiles } from './demo-season.ts'

const DEMO_WORKER = new URL('../../../compute/demo/demo-worker.ts', import.meta.url)
const ARCHIVE = 'demo_synthetic_photos.zip'
const ABOUT = 'A synthetic trial, drawn by Skyfurrow, to try out maps and plots.'

type Demo = { customer: Actor; staff: Actor; planted: string; signal: AbortSignal | undefined }

/** A request of the demo customer with its report: an orthomosaic and a surface model of each flight, and the bare ground. */
export async function publishDemoReport(deps: Deps, demo: Demo): Promise<void> {
  const analysisId = (await findRequest(deps, demo.customer)) ?? (await sendRequest(deps, demo))
  const attached = deps.db.selectFrom('files').select('id').where('analysisId', '=', analysisId)
  if (await attached.where('kind', '=', 'REPORT').limit(1).executeTakeFirst()) return
  await uploadReportByForm(deps, demo.staff, { analysisRequestId: analysisId, form: reportForm(deps, demo) })
}

/** The request, when an earlier attempt has sent it. */
async function findRequest({ db }: Pick<Deps, 'db'>, { userId }: Actor): Promise<string | undefined> {
  const file = await db
    .selectFrom('files')
    .innerJoin('analyses', 'analyses.id', 'files.analysisId')
    .select('analyses.id')
    .where('analyses.userId', '=', userId)
    .where('files.kind', '=', 'ARCHIVE')
    .where('files.fileName', '=', ARCHIVE)
    .executeTakeFirst()
  return file?.id
}

async function sendRequest(deps: Deps, { customer, planted, signal }: Demo): Promise<string> {
  const archive = await draw(deps, {
    kind: 'archive',
    days: FLIGHTS[2],
    takenOn: flightFiles(planted, FLIGHTS[2]).takenOn,
    signal,
  })
  const { id, preSignedUrl, partSize } = await startUpload(deps, customer, {
    fileName: ARCHIVE,
    description: ABOUT,
    projectType: DEMO_PROJECT,
    id: '',
    totalChunks: partCount(archive.length, deps.config.partBytes),
    reportCategories: ['orthomosaic', 'elevationModels', 'plantFeatures', 'heatMaps'],
    fileSize: archive.length,
  })
  const { uploadId } = preSignedUrl
  const opened = deps.db.selectFrom('uploads').select(['storageKey', 'storageUploadId']).where('id', '=', uploadId)
  const ref = storeRefOf(await opened.executeTakeFirstOrThrow())
  const parts: CompletedPart[] = []
  for (let start = 0; start < archive.length; start += partSize) {
    const body = Readable.from([archive.subarray(start, start + partSize)])
    const partNumber = parts.length + 1
    const { etag } = await deps.storage.putPart({ ...ref, partNumber, maxBytes: partSize, body })
    parts.push({ partNumber, etag })
  }
  await completeUpload(deps, customer, { uploadId, analysisRequestId: id, parts })
  return id
}

async function* reportForm(deps: Deps, { planted, signal }: Demo): AsyncGenerator<FormPart> {
  yield { kind: 'field', name: 'projectType', value: DEMO_PROJECT }
  yield { kind: 'field', name: 'description', value: ABOUT }
  for (const days of [BARE_GROUND, ...FLIGHTS]) {
    const { photo, surface } = flightFiles(planted, days)
    const file = async (fileName: string, kind: 'surface' | 'photo'): Promise<FormPart> => {
      const bytes = await draw(deps, { kind, days, signal })
      return { kind: 'file', name: 'file', fileName, stream: Readable.from([bytes]) }
    }
    yield await file(surface, 'surface')
    if (days !== BARE_GROUND) yield await file(photo, 'photo')
  }
}

type Drawing = Parameters<typeof demoWork>[0]['input'] & { signal: AbortSignal | undefined }

const draw = ({ compute }: Pick<Deps, 'compute'>, { signal, ...input }: Drawing): Promise<Uint8Array> =>
  compute.run<typeof demoWork>({ file: DEMO_WORKER, input, signal })
