import { hasControlCharacter } from '../accounts.ts'
import { extensionOf } from './file-types.ts'

export type ImageKind = 'jpeg' | 'tiff' | 'raw' | 'otherImages'

const IMAGES: Record<ImageKind, readonly string[]> = {
  jpeg: ['jpg', 'jpeg'],
  tiff: ['tif', 'tiff'],
  raw: ['dng', 'raw', 'cr2', 'cr3', 'nef', 'arw', 'orf', 'rw2', 'raf', 'pef', 'srw', '3fr', 'iiq', 'r3d'],
  otherImages: ['png', 'heic', 'heif', 'webp', 'bmp', 'jp2', 'jxl'],
}
const KIND_OF = new Map(
  Object.entries(IMAGES).flatMap(([kind, names]) => names.map((name) => [name, kind as ImageKind] as const)),
)
const ARCHIVES = new Set('zip zipx 7z rar tar gz tgz bz2 tbz2 xz txz zst lz4 lzh arj cab iso dmg jar'.split(' '))
/** What systems and file managers add to folders. */
const JUNK = new Set(['thumbs.db', 'ehthumbs.db', '.ds_store', 'desktop.ini', '.spotlight-v100', '.trashes'])
/** With those that DJI writes beside its videos: small copies and subtitles. */
const VIDEOS = new Set('mp4 mov avi mkv m4v mts lrf lrv thm srt'.split(' '))
const TABLES = new Set('txt csv tsv xls xlsx ods geojson kml kmz shp gpkg dxf'.split(' '))
const GROUND_CONTROL = /(?:^|[^a-z])gcp|gcps?(?:[^a-z]|$)|ground[ _-]?control/

/** Derives the properties of an entry from its name. */
export function parseEntryName(name: string) {
  const lower = name.toLowerCase()
  // macOS adds a metadata file for every file, with the same name.
  const isMetadata = lower.startsWith('__macosx/') || lower.slice(lower.lastIndexOf('/') + 1).startsWith('._')
  const extension = extensionOf(lower)
  const isFolder = name.endsWith('/')
  const segments = name.split(/[/\\]/)
  return {
    isFolder,
    isJunk: !isFolder && (isMetadata || JUNK.has(lower.slice(lower.lastIndexOf('/') + 1))),
    isVideo: !isMetadata && VIDEOS.has(extension),
    image: isMetadata ? undefined : KIND_OF.get(extension),
    isArchive: !isMetadata && ARCHIVES.has(extension),
    isGcpFile: !isMetadata && TABLES.has(extension) && GROUND_CONTROL.test(lower),
    leadsOutside: segments.includes('..') || segments[0] === '' || /^[a-z]:/i.test(name),
    hasBackslash: name.includes('\\'),
    hasControl: hasControlCharacter(name),
  }
}

/** A case-insensitive 53-bit hash of a name. */
export function nameHash(name: string): number {
  let [one, two] = [0x811c9dc5, 0x9747b28c]
  for (let at = 0; at < name.length; at += 1) {
    let code = name.charCodeAt(at)
    if (code >= 65 && code <= 90) code += 32
    one = Math.imul(one ^ code, 0x01000193)
    two = Math.imul(two ^ code, 0x5bd1e995) ^ (two >>> 15)
  }
  return (one >>> 0) * 2 ** 21 + ((two >>> 0) & 0x1fffff)
}
