/** What a file can be known to be by its first bytes. */
export const FILE_TYPE_NAMES = [
  'zip',
  '7z',
  'rar',
  'gzip',
  'bzip2',
  'xz',
  'zstd',
  'tar',
  'jpeg',
  'tiff',
  'png',
  'pdf',
] as const
export type FileType = (typeof FILE_TYPE_NAMES)[number]

/** How many entries of an archive are looked at: each costs some bytes of memory until the end, and some time. */
export const ENTRIES_MAX = 500_000

/** What is worth knowing before anybody unpacks an archive. The order is the order in which it is told. */
export const HAZARDS = [
  'disguised',
  'damaged',
  'split',
  'encrypted',
  'too-large',
  'too-long',
  'bomb',
  'overlapping',
  'outside',
  'symlinks',
  'backslashes',
  'control-characters',
  'duplicates',
  'unchecked',
  'nested',
] as const
export type Hazard = (typeof HAZARDS)[number]

/** What is in an archive, as its table of contents says. */
export type Contents = {
  /** Files; folders do not count. */
  files: number
  jpeg: number
  tiff: number
  raw: number
  otherImages: number
  gcpFile: boolean
  unpackedBytes: number
  /** Whether the table of contents was read to its end. */
  isWhole: boolean
}

/** What looking at a file without unpacking it has told. */
export type Inspection = {
  /** What its first bytes say that it is; null when they are none that we know. */
  type: FileType | null
  /** Null for anything but a ZIP archive, and for one that has no table of contents. */
  contents: Contents | null
  /** How many entries have it, or 1 when it is about the archive. */
  hazards: Partial<Record<Hazard, number>>
}

/** Of an archive that took more time or memory than a look may take. */
export const NOT_FINISHED: Inspection = { type: 'zip', contents: null, hazards: { 'too-long': 1 } }
