import { statusLabel } from '../analyses.ts'
import { displayName } from '../display-names.ts'
import { formatBytes } from '../units.ts'
import { projectTypeLabel } from '../users.ts'

/** One changed field as text; undefined where there was no value. */
export type Change = { name: string; before: string | undefined; after: string | undefined }

type Field = { name: string; show?: (value: unknown) => string }

const named = (value: unknown): string => list(value).map(displayName).join(', ')

const nameIn = (person: unknown): string =>
  typeof person === 'object' && person !== null && 'fullName' in person ? named(person.fullName) : plain(person)

const FIELDS = new Map<string, Field>([
  ['status', { name: 'Status', show: (value) => statusLabel(plain(value)) }],
  ['projectTypes', { name: 'Projects', show: (value) => list(value).map(projectTypeLabel).join(', ') }],
  ['message', { name: 'Message' }],
  ['remarks', { name: 'Remarks' }],
  ['fullName', { name: 'Full name', show: named }],
  ['fileName', { name: 'File', show: named }],
  ['email', { name: 'Email', show: named }],
  ['files', { name: 'Files', show: named }],
  ['assignee', { name: 'Assigned to', show: nameIn }],
  ['name', { name: 'Name', show: named }],
  ['crop', { name: 'Crop', show: named }],
  ['plantingDate', { name: 'Planting date' }],
  ['bareGround', { name: 'Bare ground', show: named }],
  ['takenOn', { name: 'Taken on' }],
  ['version', { name: 'Version' }],
  ['plots', { name: 'Plots' }],
  ['plotsVersion', { name: 'Version of the plots' }],
  ['bufferMetres', { name: 'Buffer in metres' }],
  ['mask', { name: 'Mask' }],
  ['heightMetres', { name: 'Height in metres' }],
  ['controlPoints', { name: 'Coordinate systems', show: named }],
  ['finding', { name: 'Finding' }],
  ['engine', { name: 'Engine' }],
  ['token', { name: 'Token', show: named }],
  ['url', { name: 'Address', show: named }],
  ['events', { name: 'Events', show: named }],
  ['scopes', { name: 'Scopes', show: named }],
  ['endsOn', { name: 'Last day' }],
  ['bytes', { name: 'Size', show: (value) => (typeof value === 'number' ? formatBytes(value) : plain(value)) }],
])

/** The changed fields, in the order of the log. */
export function changesBetween(before: unknown, after: unknown): Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((key) => ({
      name: FIELDS.get(key)?.name ?? key,
      before: formatValue(key, old.get(key)),
      after: formatValue(key, now.get(key)),
    }))
    .filter((change) => change.before !== change.after)
}

/** The changes that the sentence of an entry does not contain already. */
export function furtherChanges({ before, after }: { before: unknown; after: unknown }, sentence: string): Change[] {
  const isInSentence = (change: Change) =>
    (change.before === undefined) !== (change.after === undefined) &&
    sentence.includes(change.after ?? change.before ?? '')
  return changesBetween(before, after).filter((change) => !isInSentence(change))
}

/** 'Status: Pending → Approved', for a cell of a table. */
export const changeText = ({ name, before, after }: Change): string =>
  before === undefined ? `${name}: ${after}` : `${name}: ${before} → ${after ?? 'none'}`

const fieldsOf = (state: unknown): Map<string, unknown> =>
  new Map(typeof state === 'object' && state !== null ? Object.entries(state) : [])

function formatValue(key: string, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  const text = FIELDS.get(key)?.show?.(value) ?? plain(value)
  return text === '' ? undefined : text
}

const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(plain) : [plain(value)])

function plain(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.map(plain).join(', ') : JSON.stringify(value)
}
