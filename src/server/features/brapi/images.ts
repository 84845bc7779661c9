import type { QueryOf, ReplyOf } from '#contract/api.ts'
import { PREVIEW_SIDES } from '#domain/reports.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import type { DownloadDeps } from '../files/download-signing.ts'
import { signPreviewUrls } from '../files/preview-link.ts'
import { mainPhotoOf } from '../trials/flights/layers.ts'
import { mainMapOf, mapsOfFlights, readableMapsOf } from '../trials/flights/maps-of-customer.ts'
import { flightsOf, loadTrial } from '../trials/queries.ts'
import { timeStampOf } from './observed.ts'
import { pageOfAll } from './page.ts'

/** A picture of the orthomosaic of each flight, whose address is good for about an hour. */
export async function brapiImages(
  deps: Pick<Deps, 'db'> & DownloadDeps,
  actor: Actor,
  { studyDbId, ...paging }: QueryOf<'brapiImages'>,
): Promise<ReplyOf<'brapiImages'>> {
  const trial = await loadTrial(deps.db, actor, studyDbId)
  const flights = await flightsOf(deps.db, trial.id)
  const maps = await mapsOfFlights(deps.db, flights)
  const ids = [...(await readableMapsOf(deps.db, actor, flights))]
  const files = ids.length === 0 ? [] : await deps.db.selectFrom('files').selectAll().where('id', 'in', ids).execute()
  const images = flights.map((flight) => {
    const { id, moment } = flight
    const photo = mainPhotoOf(flight)
    const file = files.find((one) => one.id === photo.fileId)
    const url = file && signPreviewUrls(deps, file)?.large
    const bounds = mainMapOf(flight, maps)?.facts?.bounds
    return {
      imageDbId: id,
      imageName: `${trial.name} on ${moment}`,
      imageFileName: photo.name,
      imageTimeStamp: timeStampOf(flight),
      ...(url && { imageURL: url }),
      mimeType: 'image/webp' as const,
      ...(bounds && { imageLocation: rectangleOf(bounds) }),
      additionalInfo: { studyDbId: trial.id, longer_side_px: String(PREVIEW_SIDES[0]) },
    }
  })
  return pageOfAll(images, paging)
}

const rectangleOf = ([west, south, east, north]: readonly [number, number, number, number]) => ({
  type: 'Feature' as const,
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  },
})
