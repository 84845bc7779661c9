/** The records of a ZIP file with stored entries (PKWARE APPNOTE 6.3.10), with ZIP64 fields only where a value needs them. */
export type ZipRecord = {
  /** UTF-8, at most 65,535 bytes. */
  name: Buffer
  size: number
  modified: Date
  /** Undefined until the bytes were read. Then a descriptor after them has it. */
  crc: number | undefined
}

const UINT32 = 0xffffffff
const UINT16 = 0xffff
const UTF8_NAME = 1 << 11
const CRC_FOLLOWS = 1 << 3
const [VERSION_STORED, VERSION_ZIP64] = [20, 45]
const UNIX = 3 << 8
/** A plain file that its owner may write and all may read. */
const UNIX_MODE = (0o100644 << 16) >>> 0

const saturate = (value: number): number => Math.min(value, UINT32)
const isLarge = (value: number): boolean => value >= UINT32

/** Little-endian fields: `2` and `4` bytes as numbers, `8` bytes as bigint. */
function pack(...fields: readonly (readonly [bytes: 2 | 4 | 8, value: number] | Buffer)[]): Buffer {
  return Buffer.concat(
    fields.map((field) => {
      if (Buffer.isBuffer(field)) return field
      const [bytes, value] = field
      const packed = Buffer.alloc(bytes)
      if (bytes === 8) packed.writeBigUInt64LE(BigInt(value))
      else packed.writeUIntLE(value, 0, bytes)
      return packed
    }),
  )
}

function zip64Extra(...values: number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0)
  return pack([2, 1], [2, 8 * values.length], ...values.map((value) => [8, value] as const))
}

const versionFor = (extra: Buffer): number => (extra.length > 0 ? VERSION_ZIP64 : VERSION_STORED)

/** Whether the CRC-32 follows the bytes, in a descriptor. */
export const hasDescriptor = ({ crc }: ZipRecord): boolean => crc === undefined

const flagsOf = (hasLateCrc: boolean): number => UTF8_NAME | (hasLateCrc ? CRC_FOLLOWS : 0)

/** MS-DOS date and time in UTC, in steps of two seconds, from 1980 to 2107. */
function dosTime(at: Date): [time: number, date: number] {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107)
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return [time, ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()]
}

export function localHeader(record: ZipRecord): Buffer {
  const { name, size, modified, crc } = record
  const [time, date] = dosTime(modified)
  // The sizes of an entry with a descriptor are only there.
  const stated = crc === undefined ? 0 : size
  const extra = isLarge(size) ? zip64Extra(stated, stated) : zip64Extra()
  const short = isLarge(size) ? UINT32 : stated
  return pack(
    [4, 0x04034b50],
    [2, versionFor(extra)],
    [2, flagsOf(hasDescriptor(record))],
    [2, 0],
    [2, time],
    [2, date],
    [4, crc ?? 0],
    [4, short],
    [4, short],
    [2, name.length],
    [2, extra.length],
    name,
    extra,
  )
}

export function descriptor({ size }: ZipRecord, crc: number): Buffer {
  const bytes = isLarge(size) ? 8 : 4
  return pack([4, 0x08074b50], [4, crc], [bytes, size], [bytes, size])
}

export function centralHeader(record: ZipRecord, { crc, offset }: { crc: number; offset: number }): Buffer {
  const { name, size, modified } = record
  const [time, date] = dosTime(modified)
  const extra = zip64Extra(...(isLarge(size) ? [size, size] : []), ...(isLarge(offset) ? [offset] : []))
  return pack(
    [4, 0x02014b50],
    [2, UNIX | VERSION_ZIP64],
    [2, versionFor(extra)],
    [2, flagsOf(hasDescriptor(record))],
    [2, 0],
    [2, time],
    [2, date],
    [4, crc],
    [4, saturate(size)],
    [4, saturate(size)],
    [2, name.length],
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, UNIX_MODE],
    [4, saturate(offset)],
    name,
    extra,
  )
}

export function endOfCentralDirectory({
  entries,
  size,
  offset,
}: {
  entries: number
  size: number
  offset: number
}): Buffer {
  const needsZip64 = entries >= UINT16 || isLarge(size) || isLarge(offset)
  const end64 = needsZip64
    ? pack(
        [4, 0x06064b50],
        [8, 44],
        [2, UNIX | VERSION_ZIP64],
        [2, VERSION_ZIP64],
        [4, 0],
        [4, 0],
        [8, entries],
        [8, entries],
        [8, size],
        [8, offset],
        [4, 0x07064b50],
        [4, 0],
        [8, offset + size],
        [4, 1],
      )
    : Buffer.alloc(0)
  const count = Math.min(entries, UINT16)
  return pack(
    end64,
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, saturate(size)],
    [4, saturate(offset)],
    [2, 0],
  )
}
