// Looks at the photos of an archive that is still on the customer's disk.
import type { ReportCategory } from '#domain/analyses.ts'
import type { Flight, FlightAnswers, FlightPhoto } from '#domain/flights.ts'
import type { ArchivePhotos } from '#imagery/flights/archive-photos.ts'
import { describeFlight } from '#imagery/flights/describe-flight.ts'
import { flightPhotosOf } from '#imagery/flights/flight-photos.ts'
import { lookAtArchive } from '#imagery/flights/look-at-archive.ts'
import { openArchivePhoto } from '#imagery/flights/open-archive-photo.ts'
import { createThumbnails, type Thumbnails } from '../ground/thumbnails.ts'

export type Asked = { outputs: readonly ReportCategory[]; answers: FlightAnswers }
export type CheckOrder = { file: File; asked: Asked } | { asked: Asked } | { picture: string }
export type CheckReport =
  | { fraction: number }
  | { flight: Flight }
  /** Once, before the first flight. */
  | { photos: FlightPhoto[]; thumbnails: Thumbnails | null }
  /** Why nothing can be said. */
  | { reason: string }
  /** Null for one that this browser can't show. */
  | { picture: ImageBitmap | null; name: string }

const PICTURE_WIDTH = 1280

let source: File | undefined
let found: ArchivePhotos | undefined

const say = (report: CheckReport, transfer: Transferable[] = []): void => self.postMessage(report, { transfer })
const readRange = async (from: number, to: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array((await source?.slice(from, to).arrayBuffer()) ?? new ArrayBuffer(0))

/** To the page, which is the only listener: a worker has no origins to choose from. */
self.addEventListener('message', ({ data }: MessageEvent<CheckOrder>) => {
  if ('picture' in data) void showPicture(data.picture)
  else if ('file' in data) void look(data)
  else if (found) say({ flight: describe(found, data.asked) })
})

const describe = ({ photos, files, others }: ArchivePhotos, { outputs, answers }: Asked): Flight =>
  describeFlight(photos, { outputs, ...answers, files, others })

async function look({ file, asked }: { file: File; asked: Asked }): Promise<void> {
  source = file
  const thumbnails = createThumbnails()
  const drawn: Promise<void>[] = []
  const looked = await lookAtArchive({
    size: file.size,
    readRange,
    report: (fraction) => say({ fraction }),
    onPhoto: ({ name }, thumbnail, count) => {
      if (thumbnail) drawn.push(thumbnails.add(name, thumbnail, count))
    },
  })
  if (!looked.found) return say({ reason: looked.reason })
  ;({ found } = looked)
  await Promise.all(drawn)
  const flight = describe(found, asked)
  const pictures = thumbnails.finish(flight.positions.map(({ name }) => name))
  say({ photos: flightPhotosOf(found.photos), thumbnails: pictures }, [...(pictures?.sheets ?? [])])
  say({ flight })
}

/** The whole photo, as large as a screen shows it. */
async function showPicture(name: string): Promise<void> {
  const bytes = source ? await openArchivePhoto({ size: source.size, readRange }, name).catch(() => null) : null
  const options = { resizeWidth: PICTURE_WIDTH, resizeQuality: 'medium' } as const
  const picture = bytes && (await createImageBitmap(new Blob([bytes]), options).catch(() => null))
  say({ picture, name }, picture ? [picture] : [])
}
