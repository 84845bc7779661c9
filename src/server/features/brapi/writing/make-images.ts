import { randomUUID } from 'node:crypto'
import type { WrittenImage } from '#contract/brapi/writing.ts'
import { AppError, type FieldError } from '#domain/errors.ts'
import type { Actor } from '../../../actor.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import { audit } from '../../../audit.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { countAll } from '../../../lists/bounded-count.ts'
import { lockTrial } from '../../trials/queries.ts'
import { trialsOfUnits } from '../ids.ts'
import { metadataOf } from '../page.ts'
import { readPlotImages } from '../plot-images.ts'
import { findPlots } from './find-plots.ts'
import { refuse } from './scores.ts'

/** Of a trial. */
const IMAGES_MAX = 20_000

type NewImage = { trialId: string; plotId: string; name: string; fileName: string; takenAt: string | null }

/** The rows of photos of plots. Those of the same plot, file name and time are answered as they are, as clients repeat calls. */
export async function makeImages(
  { db, now, config }: Pick<Deps, 'db' | 'now'> & WithConfig<'publicUrl'>,
  actor: Actor,
  written: readonly WrittenImage[],
) {
  const data = await db.transaction().execute(async (trx) => {
    const found = await readImages(trx, actor, written)
    const at = now()
    const ids: string[] = []
    const added = new Map<string, number>()
    for (const image of found) {
      const { id, isNew } = await insertOnce(trx, { ...image, id: randomUUID(), authorId: actor.userId, madeAt: at })
      ids.push(id)
      if (isNew) added.set(image.trialId, (added.get(image.trialId) ?? 0) + 1)
    }
    for (const [trialId, photos] of added) {
      await requireRoom(trx, trialId)
      await audit(trx, actor, { at, action: 'trial.photos-added', subject: `trial:${trialId}`, after: { photos } })
    }
    return readPlotImages({ db: trx, config }, ids)
  })
  return { metadata: metadataOf({ page: 0, pageSize: data.length }, data.length), result: { data } }
}

async function readImages(trx: Database, actor: Actor, written: readonly WrittenImage[]): Promise<NewImage[]> {
  const unitIds = written.map((one) => one.observationUnitDbId ?? '')
  for (const trialId of [...new Set(trialsOfUnits(unitIds))].toSorted()) await lockTrial(trx, actor, trialId)
  const plots = await findPlots(trx, unitIds)
  const errors: FieldError[] = []
  const found = written.flatMap(({ observationUnitDbId, imageName, imageFileName, imageTimeStamp }, index) => {
    const plot = plots.get(observationUnitDbId ?? '')
    const fileName = imageFileName ?? imageName
    const problem = (field: string, message: string) => void errors.push({ field: `${index}.${field}`, message })
    if (!plot) problem('observationUnitDbId', `‘${observationUnitDbId ?? ''}’ is no plot of this study`)
    if (!fileName) problem('imageFileName', 'This photo has no name')
    if (!plot || !fileName) return []
    const { trialId, plotId } = plot
    return [{ trialId, plotId, name: imageName ?? fileName, fileName, takenAt: imageTimeStamp ?? null }]
  })
  refuse(errors)
  return found
}

type Row = NewImage & { id: string; authorId: string; madeAt: Date }

async function insertOnce(trx: Database, image: Row): Promise<{ id: string; isNew: boolean }> {
  const made = await trx
    .insertInto('plotImages')
    .values(image)
    .onConflict((once) => once.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return { ...made, isNew: true }
  return { ...(await sameImage(trx, image).executeTakeFirstOrThrow()), isNew: false }
}

/** For a query of the photo of the same plot, file name and time. */
export const sameImage = (
  trx: Database,
  { trialId, plotId, fileName, takenAt }: Pick<NewImage, 'trialId' | 'plotId' | 'fileName' | 'takenAt'>,
) =>
  trx
    .selectFrom('plotImages')
    .select('id')
    .where('trialId', '=', trialId)
    .where('plotId', '=', plotId)
    .where('fileName', '=', fileName)
    .where('takenAt', 'is not distinct from', takenAt)

async function requireRoom(trx: Database, trialId: string): Promise<void> {
  const images = trx.selectFrom('plotImages').select('id').where('trialId', '=', trialId)
  if ((await countAll(trx, images)) > IMAGES_MAX)
    throw new AppError('conflict', `A trial has at most ${IMAGES_MAX.toLocaleString('en')} photos of plots.`)
}
