import { type ByteReader, openReader, type ReadRange, Unreadable } from './byte-reader.ts'
import { fileTypeOf, MAGIC_BYTES, promisedType } from './file-types.ts'
import type { FileType, Hazard, Inspection } from './inspection.ts'
import { openTally, type Tally } from './tally.ts'
import { findZipEnd, type ZipEnd } from './zip-end.ts'
import { zipEntries } from './zip-entries.ts'

type InspectedFile = {
  name: string
  size: number
  readRange: ReadRange
  /** Asked between two reads, for whoever wants to stop. */
  signal?: { throwIfAborted: () => void } | undefined
}

/** Looks at a file by its first bytes and, in a ZIP archive, at its table of contents; it unpacks nothing. What it throws is the fault of `readRange`. */
export async function inspectFile({ name, size, readRange, signal }: InspectedFile): Promise<Inspection> {
  const reader = openReader(size, async (from, to) => {
    signal?.throwIfAborted()
    return readRange(from, to)
  })
  const start = await reader.read(0, Math.min(size, MAGIC_BYTES))
  const type = fileTypeOf(new Uint8Array(start.buffer, start.byteOffset, start.byteLength))
  const promised = promisedType(name)
  if (type !== 'zip' && promised !== 'zip')
    return asNamed({ type: type ?? null, contents: null, hazards: {} }, promised)
  return inspectZip(reader, { type, promised })
}

type Types = { type: FileType | undefined; promised: FileType | undefined }

/** A ZIP archive may begin with other bytes, as one does that unpacks itself. */
async function inspectZip(reader: ByteReader, { type, promised }: Types): Promise<Inspection> {
  const tally = openTally()
  try {
    const end = await findZipEnd(reader)
    if (!end) {
      const hazards: Inspection['hazards'] = type === 'zip' ? { damaged: 1 } : {}
      return asNamed({ type: type ?? null, contents: null, hazards }, promised)
    }
    const found = end.isSplit ? { contents: null, hazards: { split: 1 } } : await readThrough(reader, { end, tally })
    return asNamed({ type: 'zip', ...found }, promised)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const { contents, hazards } = tally.result({ size: reader.size, isWhole: false })
    const seen = contents.files > 0 || error.why === 'too-long' ? contents : null
    return asNamed({ type: type ?? null, contents: seen, hazards: { ...hazards, [error.why]: 1 } }, promised)
  }
}

async function readThrough(
  reader: ByteReader,
  { end, tally }: { end: ZipEnd; tally: Tally },
): Promise<Pick<Inspection, 'contents' | 'hazards'>> {
  let count = 0
  for await (const entry of zipEntries(reader, end)) {
    count += 1
    tally.add(entry)
  }
  // The short record has no room for more, and some programs count on from zero.
  if (count % 0x10000 !== end.entries % 0x10000) throw new Unreadable('damaged')
  const place = end.wraps ? undefined : { shift: end.shift, end: end.start }
  return tally.result({ size: reader.size, isWhole: true, place })
}

/** Of a file that is not what its name says. */
function asNamed(inspection: Inspection, promised: FileType | undefined): Inspection {
  const { type, hazards } = inspection
  if (promised === undefined || promised === type || (promised === 'tar' && type === null)) return inspection
  const disguised: Hazard = 'disguised'
  return { ...inspection, hazards: { ...hazards, [disguised]: 1 } }
}
