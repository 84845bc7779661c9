import { PREVIEW_SIDES } from '#domain/reports.ts'
import { rectangleOf } from '#imagery/geojson/write-geometry.ts'
import type { Actor } from '../../actor.ts'
import type { Trial } from '../../adapters/db/schema.ts'
import { signPreviewUrls } from '../files/preview-link.ts'
import { mainPhotoOf } from '../trials/flights/layers.ts'
import { mainMapOf, mapsOfFlights, readableMapsOf } from '../trials/flights/maps-of-customer.ts'
import { timeStampOf } from '../trials/flights/time-stamp.ts'
import { flightsOf } from '../trials/queries.ts'
import type { BrapiDeps, Lister } from './answer.ts'
import type { Wanted } from './asked.ts'
import { pageOfParts, partOfAll } from './page.ts'
import { IMAGE_TYPE, type Image, plotImagesOf } from './plot-images.ts'
import { STUDY_CHOICES, studiesFor, withStudiesOfUnits } from './visible-studies.ts'

const IMAGE_CHOICES = ['imageDbId', 'imageName', 'imageFileName', 'mimeType'] as const

/** A picture of the orthomosaic of each flight, whose address is good for about an hour, and the photos of plots. */
export const images: Lister<Image> = {
  noun: 'images',
  chooses: [...STUDY_CHOICES, ...IMAGE_CHOICES, 'observationUnitDbId'],
  async list(deps, actor, { wanted, paging }) {
    const studies = await studiesFor(deps.db, actor, await withStudiesOfImages(deps, withStudiesOfUnits(wanted)))
    const ofFlights = wanted['observationUnitDbId'] ? [] : await flightImages(deps, actor, { studies, wanted })
    const ids = studies.map(({ id }) => id)
    return pageOfParts([partOfAll(ofFlights), await plotImagesOf(deps, ids, wanted)], paging)
  },
}

/** An image is of a flight or a plot, which says its study. */
async function withStudiesOfImages({ db }: Pick<BrapiDeps, 'db'>, wanted: Wanted): Promise<Wanted> {
  const ids = wanted['imageDbId']
  if (!ids || wanted['studyDbId']) return wanted
  const rows = await db
    .selectFrom('trialFlights')
    .select('trialId')
    .where('id', 'in', ids)
    .union(db.selectFrom('plotImages').select('trialId').where('id', 'in', ids))
    .execute()
  return { ...wanted, studyDbId: rows.map(({ trialId }) => trialId) }
}

type Of = { studies: readonly Trial[]; wanted: Wanted }

async function flightImages(deps: BrapiDeps, actor: Actor, { studies, wanted }: Of): Promise<Image[]> {
  const found: Image[] = []
  for (const trial of studies) found.push(...(await imagesOf(deps, actor, trial)))
  return found.filter((image) => IMAGE_CHOICES.every((name) => wanted[name]?.includes(image[name]) ?? true))
}

async function imagesOf(deps: BrapiDeps, actor: Actor, trial: Trial): Promise<Image[]> {
  const flights = await flightsOf(deps.db, trial.id)
  const maps = await mapsOfFlights(deps.db, flights)
  const ids = [...(await readableMapsOf(deps.db, actor, flights))]
  const files = ids.length === 0 ? [] : await deps.db.selectFrom('files').selectAll().where('id', 'in', ids).execute()
  return flights.map((flight) => {
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
      mimeType: IMAGE_TYPE,
      ...(bounds && { imageLocation: { type: 'Feature' as const, geometry: rectangleOf(bounds) } }),
      additionalInfo: { studyDbId: trial.id, longer_side_px: String(PREVIEW_SIDES[0]) },
    }
  })
}
