/** An entry of a test archive, with valid or invalid values. */
export type MadeEntry = {
  /** One byte per character. */
  name: string
  content?: Uint8Array
  flags?: number
  method?: number
  crc?: number
  packedBytes?: number
  unpackedBytes?: number
  /** The stated position of its local header. */
  from?: number
  madeBy?: number
  attributes?: number
  extra?: Uint8Array
}

type Changes = {
  /** Bytes before the archive that are not part of its positions. */
  before?: Uint8Array
  comment?: string
  /** Overrides of the values in the end record. */
  entries?: number
  directoryBytes?: number
  directoryStart?: number
  disk?: number
  zip64?: boolean
}

const bytesOf = (text: string): number[] => [...text].map((character) => character.charCodeAt(0) & 0xff)
const little =
  (length: number) =>
  (value: number): number[] =>
    Array.from({ length }, (_, place) => Math.floor(value / 2 ** (8 * place)) % 256)
const [u16, u32, u64] = [little(2), little(4), little(8)]

/** Builds a ZIP archive without compression. */
export function makeZip(entries: readonly MadeEntry[], changes: Changes = {}): Uint8Array {
  const { before = new Uint8Array(), comment = '', disk = 0, zip64 = false } = changes
  const local: number[] = []
  const directory: number[] = []
  for (const entry of entries) {
    const from = entry.from ?? local.length
    const facts = factsOf(entry)
    const name = bytesOf(entry.name)
    local.push(...u32(0x04034b50), ...u16(20), ...facts, ...u16(name.length), ...u16(0), ...name)
    for (const byte of entry.content ?? []) local.push(byte)
    const extra = entry.extra ?? new Uint8Array()
    directory.push(...u32(0x02014b50), 20, entry.madeBy ?? 3, ...u16(20), ...facts)
    directory.push(...u16(name.length), ...u16(extra.length), ...u16(0), ...u16(0), ...u16(0))
    directory.push(...u32(entry.attributes ?? 0), ...u32(from), ...name, ...extra)
  }
  const { entries: count = entries.length, directoryBytes = directory.length, directoryStart = local.length } = changes
  const at = local.length + directory.length
  const long = [...u32(0x06064b50), ...u64(44), ...u16(45), ...u16(45), ...u32(0), ...u32(0), ...u64(count)]
  long.push(...u64(count), ...u64(directoryBytes), ...u64(directoryStart))
  long.push(...u32(0x07064b50), ...u32(0), ...u64(at), ...u32(1))
  const short = [...u32(0x06054b50), ...u16(disk), ...u16(0), ...u16(zip64 ? 0xffff : count)]
  short.push(...u16(zip64 ? 0xffff : count), ...u32(zip64 ? 0xffffffff : directoryBytes))
  short.push(...u32(zip64 ? 0xffffffff : directoryStart), ...u16(comment.length), ...bytesOf(comment))
  return Uint8Array.from([...before, ...local, ...directory, ...(zip64 ? long : []), ...short])
}

/** An archive that lists one entry many times: the longest inspection for a small file. */
export function makeLongZip(count: number): Uint8Array {
  const entry = { name: 'a.jpg' }
  const [headerBytes, entryBytes] = [30 + entry.name.length, 46 + entry.name.length]
  const directoryBytes = entryBytes * count
  const one = makeZip([entry], { entries: count % 0x10000, directoryBytes })
  const long = new Uint8Array(one.length - entryBytes + directoryBytes)
  long.set(one.subarray(0, headerBytes))
  for (let at = headerBytes; at < headerBytes + directoryBytes; at += entryBytes)
    long.set(one.subarray(headerBytes, headerBytes + entryBytes), at)
  long.set(one.subarray(headerBytes + entryBytes), headerBytes + directoryBytes)
  return long
}

/** The fields that both headers of an entry have: flags, method, time, checksum and sizes. */
function factsOf({ content = new Uint8Array(), flags = 0, method = 0, ...entry }: MadeEntry): number[] {
  const { crc = 0x12345678, packedBytes = content.length, unpackedBytes = content.length } = entry
  return [...u16(flags), ...u16(method), ...u32(0), ...u32(crc), ...u32(packedBytes), ...u32(unpackedBytes)]
}

/** The ZIP64 extra field: unpacked bytes, packed bytes, position. */
export const zip64Extra = (...values: number[]): Uint8Array =>
  Uint8Array.from([...u16(1), ...u16(values.length * 8), ...values.flatMap(u64)])
