import { statusLabel } from '../analyses.ts'
import { displayName } from '../display-names.ts'
import { presentAction } from './former-names.ts'

/** What the audit log holds of something that was done. */
export type ActivityEntry = {
  actor: { fullName: string } | null
  action: string
  subject: string
  about: string
  before: unknown
  after: unknown
}

/** A sentence for an entry, with the placeholders {who}, {about}, {file} and {status}. */
type Template = (row: ActivityEntry) => string

const fixed =
  (text: string): Template =>
  () =>
    text

/** The sentences for the actions in the server's log. */
const TEMPLATES = new Map<string, Template>(
  Object.entries({
    'account.registered': fixed('{about} opened an account'),
    'account.confirmed': fixed('{about} confirmed the email address'),
    'account.admin-made': fixed('{about} was made a member of staff'),
    'account.demo-deleted': ({ before }) => `The demo account ${read(before, 'email')} was deleted on the command line`,
    'account.demo-closed': fixed('The demo account of {about} was closed on the command line'),
    'account.renamed': fixed('{about} changed the full name'),
    'account.password-changed': fixed('{about} changed the password'),
    'account.password-reset': fixed('{about} reset the password with a mailed code'),
    'account.login-locked': fixed('Many wrong passwords were given for {about}, so that logins pause'),
    'account.codes-locked': fixed(
      'Many wrong codes were given for {about} after the right password, so that they pause',
    ),
    'account.second-factor-on': fixed('{about} switched a second factor on'),
    'account.second-factor-off': fixed('{about} switched the second factor off'),
    'account.second-factor-reset': fixed('The second factor of {about} was removed on the command line'),
    'account.recovery-codes-renewed': fixed('{about} made new recovery codes'),
    'account.recovery-code-used': fixed('{about} used a recovery code'),
    'account.enumeration-suspected': fixed('Someone has been probing for registered emails'),
    'session.opened': fixed('{about} logged in'),
    'session.ended': ({ actor }) => (actor ? '{about} ended a session' : '{about} logged out'),
    'session.others-ended': fixed('{about} ended all other sessions'),
    'session.replayed': fixed('A used-up login of {about} was presented again, so that session was ended'),
    'user.verified': decided,
    'user.logged-out': fixed('{who} logged {about} out everywhere'),
    'upload.started': fixed('{who} began an upload for {about}'),
    'upload.cancelled': fixed('{who} cancelled an upload for {about}'),
    'upload.expired': fixed('An upload for {about} expired and was removed'),
    'analysis.submitted': fixed('{who} sent {file} for {about}'),
    'analysis.status-changed': ({ before, after }) =>
      read(before, 'status') === read(after, 'status')
        ? '{who} wrote a message about {about}'
        : '{who} set {about} to {status}',
    'file.infected': fixed('The virus scanner found something in {file} of {about}, so that nobody can download it'),
    'report.file-added': fixed('{who} added {file} to the report of {about}'),
    'report.file-removed': fixed('{who} removed {file} from the report of {about}'),
    'file.damaged': fixed('{file} of {about} was found damaged on the server: it is not what arrived'),
    'email.retried': ({ subject }) =>
      subject.startsWith('user:') ? '{who} had an email sent to {about} again' : '{who} had an email sent again',
    'report.published': fixed('{who} published the report of {about}'),
  } satisfies Record<string, Template>),
)

const DECISIONS = new Map([
  ['APPROVED', '{who} approved {about}'],
  ['REJECTED', '{who} rejected {about}'],
  ['ON_HOLD', '{who} put {about} on hold'],
])

function decided({ before, after }: ActivityEntry): string {
  const status = read(after, 'status')
  const decision = status === read(before, 'status') ? undefined : DECISIONS.get(status)
  return decision ?? '{who} changed the account of {about}'
}

export type Piece = { kind: 'text' | 'name' | 'subject'; text: string }

/** An entry as a sentence. An unknown action is shown by its server name. */
export function sentenceOf(row: ActivityEntry): Piece[] {
  const action = presentAction(row.action, { isAutomatic: row.actor === null })
  const template = TEMPLATES.get(action)?.(row) ?? `{who}: ${row.action.replace(/[.-]/g, ' ')}, {about}`
  return template
    .split(/(\{\w+\})/)
    .filter((text) => text !== '')
    .map((text) => fillIn(text, row))
}

export const sentenceText = (row: ActivityEntry): string =>
  sentenceOf(row)
    .map(({ text }) => text)
    .join('')

function fillIn(text: string, row: ActivityEntry): Piece {
  if (text === '{about}') return { kind: 'subject', text: displayName(row.about || row.subject) }
  if (text === '{who}') return { kind: 'name', text: displayName(row.actor?.fullName ?? 'The system') }
  if (text === '{file}') return { kind: 'name', text: displayName(fileOf(row)) }
  if (text === '{status}') return { kind: 'text', text: statusLabel(read(row.after, 'status')) }
  return { kind: 'text', text }
}

const fileOf = ({ before, after }: ActivityEntry): string =>
  read(after, 'fileName') || read(before, 'fileName') || 'a file'

function read(state: unknown, key: string): string {
  const value = typeof state === 'object' && state !== null ? Object.entries(state).find(([name]) => name === key) : []
  return typeof value?.[1] === 'string' ? value[1] : ''
}
