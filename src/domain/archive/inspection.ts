/** The file types that are detected by their first bytes. */
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

/** The maximum number of inspected entries, because each costs memory and time. */
export const ENTRIES_MAX = 500_000

/** Problems to know before an archive is unpacked, in the order of their display. */
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

/** The contents of an archive according to its central directory. */
export type Contents = {
  /** The number of files, without folders. */
  files: number
  jpeg: number
  tiff: number
  raw: number
  otherImages: number
  gcpFile: boolean
  unpackedBytes: number
  /** Whether the whole central directory was read. */
  isWhole: boolean
}

/** The result of inspecting a file without unpacking it. */
export type Inspection = {
  /** The detected file type; null if unknown. */
  type: FileType | null
  /** Null for other files than ZIP archives, and for those without a central directory. */
  contents: Contents | null
  /** The number of affected entries, or 1 if the whole archive is affected. */
  hazards: Partial<Record<Hazard, number>>
}

/** Whether reading what it holds may cost far more than its size: of such an archive only the table of contents is read. */
export const isHostile = ({ hazards }: Inspection): boolean =>
  [hazards.bomb, hazards.overlapping, hazards['too-long']].some((count) => count !== undefined)

/** The result when the inspection exceeds its time or memory budget. */
export const INSPECTION_STOPPED: Inspection = { type: 'zip', contents: null, hazards: { 'too-long': 1 } }
