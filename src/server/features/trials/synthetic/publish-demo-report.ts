import { Readable } from 'node:stream'
import { partCount } from '#domain/uploads.ts'
import type { Actor } from '../../../actor.ts'
import type { Deps } from '../../../deps.ts'
import type { FormPart } from '../../../handler.ts'
import { uploadReportByForm } from '../../reports/upload-by-form.ts'
import { completeUpload } from '../../uploads/complete-upload.ts'
import { startUpload } from '../../uploads/start-upload.ts'
import { draw, type SyntheticTrial } from './make-synthetic-trial.ts'
import { filesOfSeason, flightFiles } from './seasons.ts'
import { sendParts } from './send-parts.ts'

const ARCHIVE = 'demo_synthetic_photos.zip'
const ABOUT = 'A synthetic trial, drawn by Skyfurrow, to try out maps and plots.'

type Demo = SyntheticTrial & { staff: Actor }

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
    .where('analyses.accountId', '=', userId)
    .where('files.kind', '=', 'ARCHIVE')
    .where('files.fileName', '=', ARCHIVE)
    .executeTakeFirst()
  return file?.id
}

async function sendRequest(deps: Deps, demo: Demo): Promise<string> {
  const { customer, projectType, crop, season, planted, prefix, signal } = demo
  const days = season.flights[2] ?? 0
  const { takenOn } = flightFiles(planted, { days, prefix })
  const archive = await draw(deps, { kind: 'archive', crop, days, takenOn }, signal)
  const { id, preSignedUrl, partSize } = await startUpload(deps, customer, {
    fileName: ARCHIVE,
    description: ABOUT,
    projectType,
    id: '',
    totalChunks: partCount(archive.length, deps.config.partBytes),
    reportCategories: ['orthomosaic', 'elevationModels', 'plantFeatures', 'heatMaps'],
    fileSize: archive.length,
  })
  const { uploadId } = preSignedUrl
  const parts = await sendParts(deps, { uploadId, partSize }, archive)
  await completeUpload(deps, customer, { uploadId, analysisRequestId: id, parts })
  return id
}

async function* reportForm(deps: Deps, demo: Demo): AsyncGenerator<FormPart> {
  const { projectType, crop, season, planted, prefix, signal } = demo
  yield { kind: 'field', name: 'projectType', value: projectType }
  yield { kind: 'field', name: 'description', value: ABOUT }
  for (const { kind, days, fileName } of filesOfSeason(season.flights, planted, prefix)) {
    const bytes = await draw(deps, { crop, kind, days }, signal)
    yield { kind: 'file', name: 'file', fileName, stream: Readable.from([bytes]) }
  }
}
