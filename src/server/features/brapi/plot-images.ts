import { sql } from 'kysely'
import { z } from 'zod'
import type { brapiImage } from '#contract/brapi/rows.ts'
import { BRAPI_PREFIX } from '#contract/endpoint.ts'
import type { Database } from '../../adapters/db/schema.ts'
import type { WithConfig } from '../../deps.ts'
import { inOrderOf } from '../../lists/search.ts'
import { hasWanted, type Wanted } from './asked.ts'
import { unitIdOf } from './ids.ts'
import { type Part, partOfAll, partOfQuery } from './page.ts'

export type Image = z.output<typeof brapiImage>

export const IMAGE_TYPE = 'image/webp'

/** Without the bytes, which no list reads. */
const selectPlotImages = (db: Database) =>
  db
    .selectFrom('plotImages')
    .select(['id', 'trialId', 'plotId', 'name', 'fileName', 'takenAt', 'width', 'height'])
    .select(sql<number | null>`octet_length(bytes)`.as('size'))

type PlotImageRow = Awaited<ReturnType<ReturnType<typeof selectPlotImages>['executeTakeFirstOrThrow']>>

/** By their ids. */
export async function readPlotImages(
  deps: { db: Database } & WithConfig<'publicUrl'>,
  ids: readonly string[],
): Promise<Image[]> {
  const rows = await inOrderOf(ids, () => selectPlotImages(deps.db).where('id', 'in', ids).execute())
  return rows.map((row) => presentPlotImage(deps, row))
}

/** Those of these trials that are asked for, in the order in which they came. */
export async function plotImagesOf(
  deps: { db: Database } & WithConfig<'publicUrl'>,
  trialIds: readonly string[],
  wanted: Wanted,
): Promise<Part<Image>> {
  if (wanted['mimeType']?.includes(IMAGE_TYPE) === false) return partOfAll([])
  const columns = {
    imageDbId: sql`id`,
    imageName: sql`name`,
    imageFileName: sql`file_name`,
    observationUnitDbId: sql`trial_id || ':' || plot_id`,
  }
  const found = selectPlotImages(deps.db)
    .where(sql<boolean>`trial_id = any(${trialIds}::text[])`)
    .where(hasWanted(columns, wanted))
    .orderBy('madeAt')
    .orderBy('id')
  return partOfQuery(deps.db, found, (rows) => rows.map((row) => presentPlotImage(deps, row)))
}

function presentPlotImage({ config }: WithConfig<'publicUrl'>, row: PlotImageRow): Image {
  const { id, trialId, takenAt, width, height, size } = row
  const content = size !== null && width !== null && height !== null
  return {
    imageDbId: id,
    imageName: row.name,
    imageFileName: row.fileName,
    ...(takenAt !== null && { imageTimeStamp: momentOf(takenAt) }),
    ...(content && {
      imageURL: `${config.publicUrl}${BRAPI_PREFIX}/images/${id}/imagecontent`,
      imageFileSize: size,
      imageWidth: width,
      imageHeight: height,
    }),
    mimeType: IMAGE_TYPE,
    observationUnitDbId: unitIdOf(trialId, row),
    additionalInfo: { studyDbId: trialId },
  }
}

/** As it was sent; midnight where that is no time of the standard. */
const momentOf = (takenAt: string): string =>
  z.iso.datetime({ offset: true }).safeParse(takenAt).data ?? `${takenAt.slice(0, 10)}T00:00:00Z`
