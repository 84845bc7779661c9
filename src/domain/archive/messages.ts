import { formatBytes } from '../units.ts'
import { fileTypeLabel, isArchiveType } from './file-types.ts'
import { type Contents, ENTRIES_MAX, HAZARDS, type Hazard, type Inspection } from './inspection.ts'

const number = (count: number): string => count.toLocaleString('en')
const many = (count: number, one: string, more: string): string => `${number(count)} ${count === 1 ? one : more}`
const entries = (count: number, verbs: string, verb: string): string => many(count, `entry ${verbs}`, `entries ${verb}`)

/** The contents of a file in one line: '1,204 photos, GCP file found, 18.20 GB unpacked'. */
export function summarize({ type, contents }: Inspection): string {
  if (contents) return summaryOfContents(contents)
  if (type === 'zip') return 'Contents unknown'
  if (type === null) return 'Not an archive that we know'
  return isArchiveType(type) ? `${fileTypeLabel(type)}: we can't look inside` : `One ${fileTypeLabel(type)}, no archive`
}

function summaryOfContents(contents: Contents): string {
  const { jpeg, tiff, raw, otherImages, gcpFile, unpackedBytes, files, isWhole } = contents
  const photos = jpeg + tiff + raw + otherImages
  const kinds = [
    [jpeg, 'JPEG'],
    [tiff, 'TIFF'],
    [raw, 'raw'],
    [otherImages, 'of another type'],
  ].flatMap(([count, kind]) => (count ? [`${number(Number(count))} ${kind}`] : []))
  const mixed = kinds.length > 1 ? ` (${kinds.join(', ')})` : ''
  const others = files - photos
  return [
    photos > 0 ? `${isWhole ? '' : 'at least '}${many(photos, 'photo', 'photos')}${mixed}` : 'no photos',
    ...(gcpFile ? ['GCP file found'] : []),
    ...(photos === 0 ? [many(others, 'file', 'files')] : []),
    `${formatBytes(unpackedBytes)} unpacked`,
  ]
    .join(', ')
    .replace(/^./, (letter) => letter.toUpperCase())
}

type Warning = (count: number, inspection: Inspection) => string

const WARNINGS = {
  disguised: (_, { type }) =>
    type === null
      ? 'Its content is not what its name says.'
      : `Its content is a ${fileTypeLabel(type)}, against its name.`,
  damaged: () => 'This archive is damaged or incomplete. Make it again.',
  split: () => 'This is one of several volumes. Put everything into one archive.',
  encrypted: (count, { contents }) =>
    contents && count >= contents.files
      ? "This archive is password protected. Staff can't open it."
      : `${entries(count, 'is', 'are')} password protected. Staff can't open them.`.replace(/^(1 .*)them\.$/, '$1it.'),
  'too-large': () => 'It says that it unpacks to more than 10 TiB, which nobody here unpacks.',
  'too-long': () =>
    `It is too long to be looked at to its end: more than ${number(ENTRIES_MAX)} entries, or very long names.`,
  bomb: () => 'It says that it unpacks to more than 100 times its size.',
  overlapping: (count) => `${entries(count, 'shares', 'share')} the bytes of others.`,
  outside: (count) => `${entries(count, 'has a path', 'have paths')} that leads out of the archive's own folder.`,
  symlinks: (count) => `${entries(count, 'is a link', 'are links')} to another file.`,
  backslashes: (count) => `${entries(count, 'has', 'have')} a backslash in the name.`,
  'control-characters': (count) => `${entries(count, 'has', 'have')} control characters in the name.`,
  duplicates: (count) => `${entries(count, 'has', 'have')} the name of another entry.`,
  unchecked: (count) => `${entries(count, 'has', 'have')} no checksum.`,
  nested: (count) => `${entries(count, 'is an archive itself', 'are archives themselves')}, not looked into.`,
} satisfies Record<Hazard, Warning>

/** The hazards as messages, the most serious first. */
export const describeWarnings = (inspection: Inspection): string[] =>
  HAZARDS.flatMap((hazard) => {
    const count = inspection.hazards[hazard]
    return count === undefined ? [] : [WARNINGS[hazard](count, inspection)]
  })
