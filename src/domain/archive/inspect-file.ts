import { type ByteReader, createByteReader, type ReadRange, UnreadableArchiveError } from './byte-reader.ts'
import { expectedType, fileTypeOf, MAGIC_BYTES } from './file-types.ts'
import type { FileType, Hazard, Inspection } from './inspection.ts'
import { type ArchiveStatistics, createStatistics } from './statistics.ts'
import { findZipEnd, type ZipEnd } from './zip-end.ts'
import { zipEntries } from './zip-entries.ts'

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
  if (type !== 'zip' && expected !== 'zip')
    return withDisguise({ type: type ?? null, contents: null, hazards: {} }, expected)
  return inspectZip(reader, { type, expected })
}

type Types = { type: FileType | undefined; expected: FileType | undefined }

/** A ZIP archive may start with other bytes, such as those of a self-extracting archive. */
async function inspectZip(reader: ByteReader, { type, expected }: Types): Promise<Inspection> {
  const statistics = createStatistics()
  try {
    const end = await findZipEnd(reader)
    if (!end) {
      const hazards: Inspection['hazards'] = type === 'zip' ? { damaged: 1 } : {}
      return withDisguise({ type: type ?? null, contents: null, hazards }, expected)
    }
    const found = end.isSplit
      ? { contents: null, hazards: { split: 1 } }
      : await readEntries(reader, { end, statistics })
    return withDisguise({ type: 'zip', ...found }, expected)
  } catch (error) {
    if (!(error instanceof UnreadableArchiveError)) throw error
    const { contents, hazards } = statistics.result({ size: reader.size, isWhole: false })
    const known = contents.files > 0 || error.reason === 'too-long' ? contents : null
    return withDisguise({ type: type ?? null, contents: known, hazards: { ...hazards, [error.reason]: 1 } }, expected)
  }
}

async function readEntries(
  reader: ByteReader,
  { end, statistics }: { end: ZipEnd; statistics: ArchiveStatistics },
): Promise<Pick<Inspection, 'contents' | 'hazards'>> {
  let count = 0
  for await (const entry of zipEntries(reader, end)) {
    count += 1
    statistics.add(entry)
  }
  // The 16-bit field overflows in large archives without a ZIP64 record.
  if (count % 0x10000 !== end.entries % 0x10000) throw new UnreadableArchiveError('damaged')
  const position = end.wraps ? undefined : { shift: end.shift, end: end.start }
  return statistics.result({ size: reader.size, isWhole: true, position })
}

/** Adds the hazard of a file whose content does not match its name. */
function withDisguise(inspection: Inspection, expected: FileType | undefined): Inspection {
  const { type, hazards } = inspection
  if (expected === undefined || expected === type || (expected === 'tar' && type === null)) return inspection
  const disguised: Hazard = 'disguised'
  return { ...inspection, hazards: { ...hazards, [disguised]: 1 } }
}
