import type { BodyOf } from '#contract/api.ts'
import type { MapItem } from '#contract/maps.ts'
import { AppError } from '#domain/errors.ts'
import type { RasterFacts, StatedFacts } from '#domain/maps.ts'
import { isStaff, purgeOnOf, readableBy, visibleTo } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Database, StoredFile } from '../../adapters/db/schema.ts'
import { audit, subjectOfFile } from '../../audit.ts'
import { crsOfEpsg } from '../../compute/crs/crs-of-epsg.ts'
import type { Deps } from '../../deps.ts'
import { requireApproved } from '../../still-allowed.ts'
import { prepareMapJob } from '../files/derived.ts'
import type { DownloadDeps } from '../files/download-signing.ts'
import { makersOf, reviewersOf } from '../files/made-by.ts'
import { presentMap } from './present-map.ts'

/** Records what people state of a map: staff of those of reports, customers of their own and published ones. Another kind may need another copy, which is made then. */
export async function describeMap(
  deps: Pick<Deps, 'db' | 'storage' | 'queue'> & DownloadDeps,
  actor: Actor,
  { mapId: fileId, numberForOne, ...stating }: BodyOf<'describeMap'>,
): Promise<MapItem> {
  const changes = withReflectance({ ...(numberForOne !== undefined && { standsForOne: numberForOne }), ...stating })
  const described = await deps.db.transaction().execute(async (trx) => {
    await requireApproved(trx, actor)
    const file = await findFile(trx, actor, fileId)
    const before = await trx.selectFrom('maps').selectAll().where('fileId', '=', fileId).forUpdate().executeTakeFirst()
    if (!file) throw new AppError('not-found', 'This map does not exist')
    if (isStaff(actor) && file.kind === 'OWN')
      throw new AppError('forbidden', 'This is a map of the customer, which only they describe')
    if (!before?.facts) throw new AppError('conflict', 'This file is not a map, or is still being looked at')
    checkChanges(before.facts, changes)
    const stated: StatedFacts = { ...before.stated, ...changes }
    const isOtherCopy = isElevation(before.facts, before.stated) !== isElevation(before.facts, stated)
    const map = await trx
      .updateTable('maps')
      .set({ stated: JSON.stringify(stated), ...(isOtherCopy && { maker: 0 }) })
      .where('fileId', '=', fileId)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (isOtherCopy) await deps.queue.enqueue(trx, prepareMapJob, { fileId })
    await audit(trx, actor, {
      at: deps.now(),
      action: 'map.described',
      subject: subjectOfFile(file),
      before: { fileName: file.fileName, ...before.stated },
      after: { fileName: file.fileName, ...stated },
    })
    return { file, map }
  })
  const { file } = described
  const makerOf = await makersOf(deps.db, [file])
  const reviewerOf = await reviewersOf(deps.db, [file])
  const map = await presentMap(deps, file, { map: described.map, madeBy: makerOf(file), reviewedBy: reviewerOf(file) })
  return isStaff(actor) ? map : { ...map, runId: null }
}

const findFile = (
  db: Database,
  actor: Actor,
  fileId: string,
): Promise<(StoredFile & { purgeOn: Date | null }) | undefined> =>
  db
    .selectFrom('files')
    .leftJoin('analyses', 'analyses.id', 'files.analysisId')
    .selectAll('files')
    .select(purgeOnOf('files').as('purgeOn'))
    .where('files.id', '=', fileId)
    .where(readableBy(actor))
    .where(visibleTo(actor, 'files'))
    .executeTakeFirst()

/** A number that stands for 1 is one of reflectance. */
function withReflectance({ reflectance, standsForOne, ...others }: StatedFacts): StatedFacts {
  if (reflectance === false && typeof standsForOne === 'number')
    throw new AppError('conflict', 'Digital numbers of a camera have no number that stands for 1')
  if (reflectance === false) return { ...others, reflectance, standsForOne: null }
  if (typeof standsForOne === 'number') return { ...others, reflectance: true, standsForOne }
  return {
    ...others,
    ...(reflectance !== undefined && { reflectance }),
    ...(standsForOne === null && { standsForOne }),
  }
}

const isElevation = ({ kind }: RasterFacts, stated: StatedFacts): boolean => (stated.kind ?? kind) === 'elevation'

function checkChanges({ bands, isPicture }: RasterFacts, changes: StatedFacts): void {
  if (isPicture && typeof changes.standsForOne === 'number')
    throw new AppError('conflict', 'This map is a photo of 8 bits: its numbers are colours, not reflectance')
  if (changes.bands && changes.bands.length !== bands.length)
    throw new AppError('conflict', `This map has ${bands.length} bands, not ${changes.bands.length}`)
  if (changes.epsg !== undefined && !crsOfEpsg(changes.epsg))
    throw new AppError('conflict', `EPSG:${changes.epsg} is not a coordinate system that is known here`)
}
