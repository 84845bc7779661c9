import { createByteReader, type ReadRange, UnreadableArchiveError } from '#domain/archive/byte-reader.ts'
import { MiB } from '#domain/units.ts'
import { listEntries } from '#imagery/flights/archive-entries.ts'
import { isReadable } from '#imagery/flights/entry-bytes.ts'
import { withBytes } from '#imagery/flights/entry-reads.ts'
import { openArchive } from '#imagery/flights/open-archive.ts'
import type { Plane } from '#imagery/numbers/fit-plane.ts'
import { type Frame, pixelOf } from '#imagery/plot-photos/frame.ts'
import type { Showing } from '#imagery/plot-photos/showing.ts'
import { type Part, partOf, straighten } from '#imagery/plot-photos/straighten.ts'
import { sharp } from '../safe-sharp.ts'
import { defineThreadWork } from '../thread-work.ts'

type Source = { size: number; photo: Showing & { plane: Plane }; frame: Frame }

const PHOTO_BYTES_MAX = MiB(256)
const PIXELS_MAX = 200_000_000
const QUALITY = 90

/** Null when the photo is not in the archive as it was, or can't be decoded. */
export const work = defineThreadWork(
  async ({ size, photo, frame }: Source, readRange): Promise<{ jpeg: Uint8Array | null }> => {
    const part = partOf(photo, frame)
    const bytes = await readPhoto(photo.view.name, size, readRange).catch((error: unknown) => {
      if (error instanceof UnreadableArchiveError) return null
      throw error
    })
    // Fewer pixels than the photo has are means of them, and not every second one.
    const times = Math.max(1, Math.floor(pixelOf(frame) / photo.pixel))
    const pixels = bytes && part && (await decode(bytes, part, times).catch(() => null))
    if (!pixels) return { jpeg: null }
    const { width, height } = frame
    const jpeg = await sharp(straighten(photo, pixels, frame), { raw: { width, height, channels: 3 } })
      .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
      .toBuffer()
    return { jpeg: new Uint8Array(jpeg) }
  },
)

async function decode(bytes: Uint8Array, part: Part, times: number) {
  const { data, info } = await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
    .extract(part)
    .resize(Math.ceil(part.width / times), Math.ceil(part.height / times), { fit: 'fill' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { part, width: info.width, height: info.height, rgb: new Uint8Array(data) }
}

async function readPhoto(name: string, size: number, readRange: ReadRange): Promise<Uint8Array | null> {
  const archive = await openArchive(createByteReader(size, readRange))
  if (typeof archive === 'string') return null
  const { photos } = await listEntries(archive)
  const found = photos.find((photo) => photo.name.replaceAll('\\', '/') === name && isReadable(photo.entry))
  if (!found || found.entry.unpackedBytes > PHOTO_BYTES_MAX) return null
  const bytes = await withBytes(found.entry, { archive, readRange }, async (opened) =>
    Uint8Array.from(await opened.readRange(0, found.entry.unpackedBytes)),
  )
  return bytes ?? null
}
