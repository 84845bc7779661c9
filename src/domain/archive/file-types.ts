import { FILE_TYPE_NAMES, type FileType } from './inspection.ts'

/** File types and how to detect them. Only ZIP archives can be inspected without unpacking. */
type FileTypeFacts = {
  label: string
  isArchive: boolean
  extensions: readonly string[]
  /** Any of these byte sequences at its offset. */
  magic: readonly { at: number; bytes: readonly number[] }[]
}

const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0))
const first = (...bytes: number[]) => ({ at: 0, bytes })

const FILE_TYPES = {
  zip: {
    label: 'ZIP archive',
    isArchive: true,
    extensions: ['zip'],
    // A first entry, an empty archive, and the first of several volumes.
    magic: [first(0x50, 0x4b, 3, 4), first(0x50, 0x4b, 5, 6), first(0x50, 0x4b, 7, 8)],
  },
  '7z': {
    label: '7z archive',
    isArchive: true,
    extensions: ['7z'],
    magic: [first(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c)],
  },
  rar: { label: 'RAR archive', isArchive: true, extensions: ['rar'], magic: [first(...ascii('Rar!'), 0x1a, 7)] },
  gzip: { label: 'gzip archive', isArchive: true, extensions: ['gz', 'tgz'], magic: [first(0x1f, 0x8b)] },
  bzip2: { label: 'bzip2 archive', isArchive: true, extensions: ['bz2', 'tbz2'], magic: [first(...ascii('BZh'))] },
  xz: {
    label: 'xz archive',
    isArchive: true,
    extensions: ['xz', 'txz'],
    magic: [first(0xfd, ...ascii('7zXZ'), 0)],
  },
  zstd: { label: 'zstd archive', isArchive: true, extensions: ['zst'], magic: [first(0x28, 0xb5, 0x2f, 0xfd)] },
  tar: { label: 'tar archive', isArchive: true, extensions: ['tar'], magic: [{ at: 257, bytes: ascii('ustar') }] },
  jpeg: { label: 'JPEG image', isArchive: false, extensions: ['jpg', 'jpeg'], magic: [first(0xff, 0xd8, 0xff)] },
  tiff: {
    label: 'TIFF image',
    isArchive: false,
    extensions: ['tif', 'tiff', 'dng'],
    magic: [
      first(0x49, 0x49, 0x2a, 0),
      first(0x4d, 0x4d, 0, 0x2a),
      first(0x49, 0x49, 0x2b, 0),
      first(0x4d, 0x4d, 0, 0x2b),
    ],
  },
  png: { label: 'PNG image', isArchive: false, extensions: ['png'], magic: [first(0x89, ...ascii('PNG'))] },
  pdf: { label: 'PDF document', isArchive: false, extensions: ['pdf'], magic: [first(...ascii('%PDF'))] },
} as const satisfies Record<FileType, FileTypeFacts>

/** The number of bytes that detection needs. */
export const MAGIC_BYTES = 262

export const fileTypeLabel = (type: FileType): string => FILE_TYPES[type].label
export const isArchiveType = (type: FileType): boolean => FILE_TYPES[type].isArchive

export function fileTypeOf(start: Uint8Array): FileType | undefined {
  return FILE_TYPE_NAMES.find((type) =>
    FILE_TYPES[type].magic.some(({ at, bytes }) => bytes.every((byte, index) => start[at + index] === byte)),
  )
}

/** The file type that a name implies; undefined for an unknown extension. */
export function expectedType(fileName: string): FileType | undefined {
  const extension = extensionOf(fileName)
  return FILE_TYPE_NAMES.find((type) => (FILE_TYPES[type].extensions as readonly string[]).includes(extension))
}

/** Lower case, without the dot; empty without an extension. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
}
