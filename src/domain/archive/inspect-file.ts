import { type ByteReader, createByteReader, type ReadRange, UnreadableArchiveError } from './byte-reader.ts'
import { expectedType, fileTypeOf, MAGIC_BYTES } from './file-types.ts'
import type { FileType, Hazard, Inspection } from './inspection.ts'
import { createStatistics } from './statistics.ts'
import { findZipEnd, isFirstVolume, type ZipEnd } from './zip-end.ts'
import { type ZipEntry, zipEntries } from './zip-entries.ts'

type InspectedFile = {
  name: string
  size: number
  readRange: ReadRange
  /** Checked between reads, so that the caller can stop the inspection. */
  signal?: { throwIfAborted: () => void } | undefined
}

/** Inspects the first bytes of a file and the central directory of a ZIP archive, without unpacking. Throws only errors of `readRange`. */
export async function inspectFile({ name, size, readRange, signal }: InspectedFile): Promise<Inspection> {
  const reader = createByteReader(size, async (from, to) => {
    signal?.throwIfAborted()
    return readRange(from, to)
  })
  const start = await reader.read(0, Math.min(size, MAGIC_BYTES))
  const type = fileTypeOf(new Uint8Array(start.buffer, start.byteOffset, start.byteLength))
  const expected = expectedType(name)
  if (VOLUME.test(name)) return inspectVolume(reader, type)
  if (type !== 'zip' && expected !== 'zip')
    return withDisguise({ type: type ?? null, contents: null, hazards: {} }, expected)
  return inspectZip(reader, { type, expected })
}

/** As programs name the parts of a split archive. */
const VOLUME = /\.(?:zip|7z|rar|tar|gz|tgz)\.\d{3}$|\.z\d{2}$|\.part\d{1,5}\.rar$|\.r\d{2}$/i

/** Programs give such a name to the only part of an archive, too, which can then be read. */
async function inspectVolume(reader: ByteReader, type: FileType | undefined): Promise<Inspection> {
  const found = type === 'zip' ? await inspectZip(reader, { type, expected: undefined }) : undefined
  const isWhole = found?.contents?.isWhole && !found.hazards.damaged
  return isWhole ? found : { type: type ?? null, contents: null, hazards: { split: 1 } }
}

type Types = { type: FileType | undefined; expected: FileType | undefined }

/** A ZIP archive may start with other bytes, such as those of a self-extracting archive. */
async function inspectZip(reader: ByteReader, { type, expected }: Types): Promise<Inspection> {
  const end = await findZipEnd(reader).catch(asReason)
  if (typeof end === 'string')
    return withDisguise({ type: type ?? null, contents: null, hazards: { [end]: 1 } }, expected)
  if (!end) {
    const isSplit = type === 'zip' && (await isFirstVolume(reader))
    const hazards: Inspection['hazards'] = isSplit ? { split: 1 } : type === 'zip' ? { damaged: 1 } : {}
    return withDisguise({ type: type ?? null, contents: null, hazards }, expected)
  }
  if (end.isSplit) return withDisguise({ type: 'zip', contents: null, hazards: { split: 1 } }, expected)
  const { isRead, ...found } = await inspectEntries(zipListing(reader, end))
  return withDisguise({ type: isRead ? 'zip' : (type ?? null), ...found }, expected)
}

type Inspected = Pick<Inspection, 'contents' | 'hazards'> & {
  /** To the last one. */
  isRead: boolean
}

/** The entries of an archive, and what tells whether these are all. */
export type Listing = {
  size: number
  entries: () => AsyncIterable<ZipEntry>
  /** Of them, modulo 2^16; null where the archive doesn't say it. */
  count: number | null
  position?: { shift: number; end: number } | undefined
}

export const zipListing = (reader: ByteReader, end: ZipEnd): Listing => ({
  size: reader.size,
  entries: () => zipEntries(reader, end),
  // The 16-bit field overflows in large archives without a ZIP64 record.
  count: end.entries % 0x10000,
  position: end.wraps ? undefined : { shift: end.shift, end: end.start },
})

/** Each entry that can be read is handed on, with its hazards. Throws only errors of reading. */
export async function inspectEntries(
  { size, entries, count: stated, position }: Listing,
  onEntry: (entry: ZipEntry, hazards: readonly Hazard[]) => void = () => {},
): Promise<Inspected> {
  const statistics = createStatistics()
  let count = 0
  try {
    for await (const entry of entries()) {
      count += 1
      onEntry(entry, statistics.add(entry))
    }
    if (stated !== null && count % 0x10000 !== stated) throw new UnreadableArchiveError('damaged')
  } catch (error) {
    const reason = asReason(error)
    const { contents, hazards } = statistics.result({ size, isWhole: false })
    const known = contents.files > 0 || reason === 'too-long' ? contents : null
    return { contents: known, hazards: { ...hazards, [reason]: 1 }, isRead: false }
  }
  return { ...statistics.result({ size, isWhole: true, position }), isRead: true }
}

/** @throws what is no UnreadableArchiveError */
function asReason(error: unknown): UnreadableArchiveError['reason'] {
  if (!(error instanceof UnreadableArchiveError)) throw error
  return error.reason
}

/** Adds the hazard of a file whose content does not match its name. */
function withDisguise(inspection: Inspection, expected: FileType | undefined): Inspection {
  const { type, hazards } = inspection
  if (expected === undefined || expected === type || (expected === 'tar' && type === null)) return inspection
  const disguised: Hazard = 'disguised'
  return { ...inspection, hazards: { ...hazards, [disguised]: 1 } }
}
