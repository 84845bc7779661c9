import { partCount } from '#domain/uploads.ts'
import { EXAMPLE_ACCOUNT } from '../../../access.ts'
import type { Attempt } from '../../../adapters/queue/queue.ts'
import type { Deps } from '../../../deps.ts'
import { completeMapUpload } from '../../maps/complete-map-upload.ts'
import { startMapUpload } from '../../maps/start-map-upload.ts'
import { assignProjects } from '../../projects/assign-projects.ts'
import { actorOf, draw, makeSyntheticTrial, type SyntheticTrial } from './make-synthetic-trial.ts'
import { filesOfSeason, SEASONS } from './seasons.ts'
import { sendParts } from './send-parts.ts'

const PROJECT = 'Example'
const ABOUT = 'A synthetic field, drawn by Skyfurrow.'

/** The trial that everybody may read, once for the installation. An attempt goes on where the last one ended. */
export async function makeExampleTrial(deps: Deps, _: object, { signal }: Partial<Attempt> = {}): Promise<void> {
  await ensureAccount(deps)
  const season = SEASONS.wheat
  const made = {
    customer: await actorOf(deps, EXAMPLE_ACCOUNT),
    name: 'Example: winter wheat',
    projectType: PROJECT,
    crop: 'wheat',
    cropName: 'Winter wheat',
    season,
    planted: season.plantedOn(deps.now()),
    prefix: 'example',
    signal,
  } as const
  await sendMaps(deps, made)
  await makeSyntheticTrial(deps, made)
}

/** Its email is none, and its password fits nothing: nobody logs in to it. */
async function ensureAccount({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now()
  const account = { id: EXAMPLE_ACCOUNT, email: EXAMPLE_ACCOUNT, fullName: 'Skyfurrow', passwordHash: '' }
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('users')
      .values({ ...account, role: 'USER', status: 'APPROVED', message: null, confirmedAt: at, createdAt: at })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    await assignProjects(trx, { accountId: EXAMPLE_ACCOUNT, names: [PROJECT], at })
  })
}

async function sendMaps(deps: Deps, made: SyntheticTrial): Promise<void> {
  const { season, planted, prefix, crop, signal } = made
  const rows = await deps.db.selectFrom('files').select('fileName').where('accountId', '=', EXAMPLE_ACCOUNT).execute()
  const there = new Set(rows.map(({ fileName }) => fileName))
  for (const { kind, days, ...file } of filesOfSeason(season.flights, planted, prefix))
    if (!there.has(file.fileName))
      await sendMap(deps, made, { ...file, bytes: await draw(deps, { crop, kind, days }, signal) })
}

type OwnMap = { fileName: string; takenOn: string; bytes: Uint8Array }

async function sendMap(deps: Deps, { customer }: SyntheticTrial, { fileName, takenOn, bytes }: OwnMap): Promise<void> {
  const {
    id: fileId,
    preSignedUrl,
    partSize,
  } = await startMapUpload(deps, customer, {
    fileName,
    takenOn,
    projectType: PROJECT,
    description: ABOUT,
    id: '',
    fileSize: bytes.length,
    totalChunks: partCount(bytes.length, deps.config.partBytes),
  })
  const { uploadId } = preSignedUrl
  const parts = await sendParts(deps, { uploadId, partSize }, bytes)
  await completeMapUpload(deps, customer, { uploadId, fileId, parts })
}
