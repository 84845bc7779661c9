// Looks at the photos of an archive that is still on the customer's disk.
import type { ReportCategory } from '#domain/analyses.ts'
import type { Flight, FlightAnswers, FlightPhoto } from '#domain/flights.ts'
import type { ArchivePhotos } from '#imagery/flights/archive-photos.ts'
import { describeFlight } from '#imagery/flights/describe-flight.ts'
import { flightPhotosOf } from '#imagery/flights/flight-photos.ts'
import { lookAtArchive } from '#imagery/flights/look-at-archive.ts'
import { openArchivePhoto } from '#imagery/flights/open-archive-photo.ts'
import type { DrawnPicture, DrawOrder } from '#web/lib/raster-map/drawn-layer.ts'
import { decodeJpeg } from '../ground/decode-jpeg.ts'
import { drawGround, type GroundPaint, type GroundToDraw } from '../ground/draw-ground.ts'
import { type Ground, layOnGround } from '../ground/ground-photos.ts'
import { createThumbnails } from '../ground/thumbnails.ts'

export type Asked = { outputs: readonly ReportCategory[]; answers: FlightAnswers }
export type CheckOrder =
  | { file: File; asked: Asked }
  | { asked: Asked }
  | { picture: string }
  /** All rows are wanted. */
  | { rows: true }
  /** Of a map, which gets pictures of the ground by it. */
  | { port: MessagePort }
export type CheckedFlight = Omit<Flight, 'positions'>
export type CheckReport =
  | { fraction: number }
  | { flight: CheckedFlight; ground: Ground }
  /** So many at once that nothing stands still. */
  | { rows: FlightPhoto[]; areAll: boolean }
  /** Why nothing can be said. */
  | { reason: string }
  /** Null for one that this browser can't show. */
  | { picture: ImageBitmap | null; name: string }

const ROWS_AT_ONCE = 1000
const PICTURE_WIDTH = 1280
const PHOTO_PIXELS_MAX = 250_000_000

const thumbnails = createThumbnails()
let source: File | undefined
let found: ArchivePhotos | undefined
let drawn: GroundToDraw | undefined

const say = (report: CheckReport, transfer: Transferable[] = []): void => self.postMessage(report, { transfer })
const readRange = async (from: number, to: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array((await source?.slice(from, to).arrayBuffer()) ?? new ArrayBuffer(0))

/** To the page, which is the only listener: a worker has no origins to choose from. */
self.addEventListener('message', ({ data }: MessageEvent<CheckOrder>) => {
  if ('picture' in data) void showPicture(data.picture)
  else if ('port' in data) drawFor(data.port)
  else if ('file' in data) void look(data)
  else if (!found) return
  else if ('rows' in data) sayRows(found)
  else describe(found, data.asked)
})

function describe({ photos, files, others }: ArchivePhotos, { outputs, answers }: Asked): void {
  const { positions, ...flight } = describeFlight(photos, { outputs, ...answers, files, others })
  const ground = layOnGround({ ...flight, positions })
  drawn = { photos: ground.photos, thumbnails: thumbnails.placed(ground.names) }
  say({ flight, ground })
}

function sayRows({ photos }: ArchivePhotos): void {
  const rows = flightPhotosOf(photos)
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    say({ rows: rows.slice(at, at + ROWS_AT_ONCE), areAll: at + ROWS_AT_ONCE >= rows.length })
}

function drawFor(port: MessagePort): void {
  port.addEventListener('message', ({ data }: MessageEvent<DrawOrder<GroundPaint>>) => {
    if (!drawn) return
    const picture = drawGround(drawn, data)
    port.postMessage({ picture } satisfies DrawnPicture, [picture])
  })
  port.start()
}

async function look({ file, asked }: { file: File; asked: Asked }): Promise<void> {
  source = file
  const decoded: Promise<void>[] = []
  let told = 0
  const looked = await lookAtArchive({
    size: file.size,
    readRange,
    report: (fraction) => {
      const percent = Math.floor(100 * fraction)
      if (percent > told) say({ fraction })
      told = Math.max(told, percent)
    },
    onPhoto: ({ name }, thumbnail, count) => {
      if (thumbnail) decoded.push(thumbnails.add(name, thumbnail, count))
    },
  })
  if (!looked.found) return say({ reason: looked.reason })
  await Promise.all(decoded)
  ;({ found } = looked)
  describe(found, asked)
}

/** The whole photo, as large as a screen shows it. */
async function showPicture(name: string): Promise<void> {
  const bytes = source ? await openArchivePhoto({ size: source.size, readRange }, name).catch(() => null) : null
  const options = { resizeWidth: PICTURE_WIDTH, resizeQuality: 'medium', pixelsMax: PHOTO_PIXELS_MAX } as const
  const picture = bytes && (await decodeJpeg(bytes, options))
  say({ picture, name }, picture ? [picture] : [])
}
