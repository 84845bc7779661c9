import type { BodyOf } from '#contract/api.ts'
import type { MapItem } from '#contract/maps.ts'
import { AppError } from '#domain/errors.ts'
import type { RasterFacts, StatedFacts } from '#domain/maps.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import { crsOfEpsg } from '../../compute/crs-of-epsg.ts'
import type { Deps } from '../../deps.ts'
import { requireStaff } from '../../require-staff.ts'
import { prepareMapJob } from '../files/derived.ts'
import type { DownloadDeps } from '../files/download-signing.ts'
import { makersOf } from '../files/made-by.ts'
import { presentMap } from './present-map.ts'

/** Records what staff state of a map. Another kind may need another copy, which is made then. */
export async function describeMap(
  deps: Pick<Deps, 'db' | 'storage' | 'queue'> & DownloadDeps,
  actor: Actor,
  { mapId: fileId, ...changes }: BodyOf<'describeMap'>,
): Promise<MapItem> {
  const described = await deps.db.transaction().execute(async (trx) => {
    await requireStaff(trx, actor.userId)
    const file = await trx
      .selectFrom('files')
      .selectAll()
      .where('id', '=', fileId)
      .where('kind', '<>', 'ARCHIVE')
      .executeTakeFirst()
    const before = await trx.selectFrom('maps').selectAll().where('fileId', '=', fileId).forUpdate().executeTakeFirst()
    if (!file) throw new AppError('not-found', 'This map does not exist')
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
      subject: `analysis:${file.analysisId}`,
      before: { fileName: file.fileName, ...before.stated },
      after: { fileName: file.fileName, ...stated },
    })
    return { file, map }
  })
  const makerOf = await makersOf(deps.db, [described.file])
  return presentMap(deps, described.file, { map: described.map, madeBy: makerOf(described.file) })
}

const isElevation = ({ kind }: RasterFacts, stated: StatedFacts): boolean => (stated.kind ?? kind) === 'elevation'

function checkChanges({ bands }: RasterFacts, changes: StatedFacts): void {
  if (changes.bands && changes.bands.length !== bands.length)
    throw new AppError('conflict', `This map has ${bands.length} bands, not ${changes.bands.length}`)
  if (changes.epsg !== undefined && !crsOfEpsg(changes.epsg))
    throw new AppError('conflict', `EPSG:${changes.epsg} is not a coordinate system that is known here`)
}
