import { counted, formatBytes } from '../units.ts'
import { fileTypeLabel, isArchiveType } from './file-types.ts'
import { type Contents, ENTRIES_MAX, HAZARDS, type Hazard, type Inspection } from './inspection.ts'
import { countPhotos, photoText } from './photos.ts'

const number = (count: number): string => count.toLocaleString('en')
const entries = (count: number, verbs: string, verb: string): string =>
  `${number(count)} ${count === 1 ? `entry ${verbs}` : `entries ${verb}`}`

/** The contents of a file in one line: '1,204 photos, GCP file found, 18.20 GB unpacked'. */
export function summarize({ type, contents }: Inspection): string {
  if (contents) return summaryOfContents(contents)
  if (type === 'zip') return 'Contents unknown'
  if (type === null) return 'Unknown file type'
  return isArchiveType(type)
    ? `${fileTypeLabel(type)}: its contents can't be listed`
    : `A single ${fileTypeLabel(type)}, not an archive`
}

function summaryOfContents(contents: Contents): string {
  const { jpeg, tiff, raw, otherImages, gcpFile, unpackedBytes, files } = contents
  const photos = countPhotos(contents)
  const kinds = [
    [jpeg, 'JPEG'],
    [tiff, 'TIFF'],
    [raw, 'raw'],
    [otherImages, 'of another type'],
  ].flatMap(([count, kind]) => (count ? [`${number(Number(count))} ${kind}`] : []))
  const mixed = kinds.length > 1 ? ` (${kinds.join(', ')})` : ''
  const others = files - photos
  return [
    `${photoText(contents)}${mixed}`,
    ...(gcpFile ? ['GCP file found'] : []),
    ...(photos === 0 ? [counted(others, 'file')] : []),
    `${formatBytes(unpackedBytes)} unpacked`,
  ]
    .join(', ')
    .replace(/^./, (letter) => letter.toUpperCase())
}

type Warning = (count: number, inspection: Inspection) => string

const WARNINGS = {
  disguised: (_, { type }) =>
    type === null ? "Its content doesn't match its name." : `Despite its name, this file is a ${fileTypeLabel(type)}.`,
  damaged: () => 'This archive is damaged or incomplete. Create it again.',
  split: () => 'This is one part of a split archive. Put everything into one archive.',
  encrypted: (count, { contents }) =>
    contents && count >= contents.files
      ? "This archive is password-protected, so we can't open it."
      : `${entries(count, 'is', 'are')} password-protected, so we can't open them.`.replace(/^(1 .*)them\.$/, '$1it.'),
  'too-large': () => 'It claims to unpack to more than 10 TiB, which is more than we unpack.',
  'too-long': () =>
    `Its list of files is too long to check completely: more than ${number(ENTRIES_MAX)} entries, or very long names.`,
  bomb: () => 'It claims to unpack to more than 100 times its size.',
  overlapping: (count) => `${entries(count, 'overlaps', 'overlap')} with others.`,
  outside: (count) => `${entries(count, 'has a path', 'have paths')} outside the archive's folder.`,
  symlinks: (count) => `${entries(count, 'is a link', 'are links')} to another file.`,
  backslashes: (count) => `${entries(count, 'has', 'have')} a backslash in the name.`,
  'control-characters': (count) => `${entries(count, 'has', 'have')} control characters in the name.`,
  duplicates: (count) => `${entries(count, 'has', 'have')} the same name as another entry.`,
  unchecked: (count) => `${entries(count, 'has', 'have')} no checksum.`,
  nested: (count) => `${entries(count, 'is itself an archive', 'are themselves archives')}, which we don't unpack.`,
} satisfies Record<Hazard, Warning>

/** The hazards as messages, the most serious first. */
export const describeWarnings = (inspection: Inspection): string[] =>
  HAZARDS.flatMap((hazard) => {
    const count = inspection.hazards[hazard]
    return count === undefined ? [] : [WARNINGS[hazard](count, inspection)]
  })
