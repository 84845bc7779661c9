import { extensionOf } from './archive/file-types.ts'
import { GiB, MiB } from './units.ts'

export const REPORT_FILE_BYTES_MAX = GiB(10)
export const REMARKS_MAX = 5000
export const NO_REMARKS = 'No remarks provided.'

export const REPORT_FILE_KINDS = [
  'image',
  'map',
  'table',
  'document',
  'model',
  'point-cloud',
  'archive',
  'other',
] as const
export type ReportFileKind = (typeof REPORT_FILE_KINDS)[number]

const EXTENSIONS: Record<Exclude<ReportFileKind, 'other'>, readonly string[]> = {
  image: ['png', 'jpg', 'jpeg', 'webp', 'gif', 'bmp', 'svg'],
  map: ['tif', 'tiff', 'jp2', 'asc', 'vrt', 'gpkg', 'geojson', 'kml', 'kmz', 'shp', 'mbtiles'],
  table: ['csv', 'tsv', 'xlsx', 'xls', 'ods'],
  document: ['pdf', 'docx', 'doc', 'odt', 'pptx', 'ppt', 'rtf', 'txt', 'md'],
  model: ['obj', 'glb', 'gltf', 'ply', 'stl', 'fbx', 'dae'],
  'point-cloud': ['las', 'laz', 'e57', 'xyz', 'pts', 'pcd'],
  archive: ['zip', '7z', 'rar', 'tar', 'gz', 'tgz', 'bz2', 'xz', 'zst'],
}

/** What a report file is, by its name: people read it, and nothing relies on it. */
export function reportFileKind(fileName: string): ReportFileKind {
  const extension = extensionOf(fileName)
  return REPORT_FILE_KINDS.find((kind) => kind !== 'other' && EXTENSIONS[kind].includes(extension)) ?? 'other'
}

const INLINE_TYPES = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
} as const
/** Those of files that a browser opens, and of copies of maps, which our own page reads. */
export type InlineType = (typeof INLINE_TYPES)[keyof typeof INLINE_TYPES] | 'image/tiff'

/** The content type with which a browser may open the file: pictures and PDF, which can't act as a page. */
export const inlineTypeOf = (fileName: string): InlineType | undefined =>
  (INLINE_TYPES as Record<string, InlineType>)[extensionOf(fileName)]

/** Counts the ways in which previews were made. A higher one makes them again. */
export const PREVIEW_MAKER = 1
/** The longer side in pixels: in a dialog, and in a list. */
export const PREVIEW_SIDES = [2048, 320] as const

/** The preview of a report file: the size of the picture in pixels, or null when there is no preview of it. `maker` is the version of what tried. */
export type FilePreview = { maker: number; size: { width: number; height: number } | null }

/** A table that can be shown: text with delimiters, or a workbook. */
export type TableType = 'csv' | 'xlsx'
const TABLE_TYPES: Record<string, TableType> = { csv: 'csv', tsv: 'csv', xlsx: 'xlsx' }

export const tableTypeOf = (fileName: string): TableType | undefined => TABLE_TYPES[extensionOf(fileName)]

/** A larger workbook is downloaded only. */
export const WORKBOOK_BYTES_MAX = MiB(20)
