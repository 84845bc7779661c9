import type { WrittenImage } from '#contract/brapi/writing.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { unitIdOf } from '../ids.ts'
import { single } from '../page.ts'
import { type Image, readPlotImages } from '../plot-images.ts'
import { lockImage } from './lock-image.ts'
import { sameImage } from './make-images.ts'
import { refuse } from './scores.ts'

type Change = { imageDbId: string; written: WrittenImage }

/** Changes the names and the time of a photo. It is of its plot for good. */
export async function changeImage(
  { db, now, config }: Pick<Deps, 'db' | 'now'> & WithConfig<'publicUrl'>,
  actor: Actor,
  { imageDbId, written }: Change,
) {
  return db.transaction().execute(async (trx) => {
    const { image } = await lockImage(trx, actor, imageDbId)
    const { observationUnitDbId: unitId, imageName, imageFileName, imageTimeStamp } = written
    const ownUnit = unitIdOf(image.trialId, image)
    if (unitId && unitId !== ownUnit)
      refuse([
        { field: 'observationUnitDbId', message: `This photo is of ${ownUnit}. Send one of another plot (POST)` },
      ])
    const changed = {
      name: imageName ?? image.name,
      fileName: imageFileName ?? image.fileName,
      takenAt: imageTimeStamp ?? image.takenAt,
    }
    const same = await sameImage(trx, { ...image, ...changed }).executeTakeFirst()
    if (same && same.id !== imageDbId)
      throw new AppError('conflict', 'There is another photo of this plot with this file name and time')
    if (Object.entries(changed).some(([key, value]) => image[key as keyof typeof changed] !== value)) {
      await trx.updateTable('plotImages').set(changed).where('id', '=', imageDbId).execute()
      const { fileName } = changed
      const subject = `trial:${image.trialId}`
      await audit(trx, actor, { at: now(), action: 'trial.photo-saved', subject, after: { fileName } })
    }
    return single(await readImage({ db: trx, config }, imageDbId))
  })
}

/** Of one that is there. */
export async function readImage(deps: Parameters<typeof readPlotImages>[0], imageDbId: string): Promise<Image> {
  const [image] = await readPlotImages(deps, [imageDbId])
  if (!image) throw new Error('What was written is answered')
  return image
}
