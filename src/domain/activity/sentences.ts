import { statusLabel } from '../analyses.ts'
import { DELETION_NOUNS } from '../deletions.ts'
import { displayName } from '../display-names.ts'
import { asRole } from '../memberships.ts'

/** What the audit log holds of something that was done. */
export type ActivityEntry = {
  actor: { fullName: string } | null
  action: string
  subject: string
  about: string
  before: unknown
  after: unknown
}

/** A sentence for an entry, with the placeholders {who}, {about}, {assignee}, {person}, {file}, {deleted} and {status}. */
type Template = string | ((row: ActivityEntry) => string)

/** The sentences for the actions in the server's log. */
const TEMPLATES = new Map<string, Template>(
  Object.entries({
    'account.registered': '{about} signed up',
    'account.signed-on': '{about} signed up by logging in elsewhere',
    'account.confirmed': '{about} confirmed their email address',
    'account.admin-made': '{about} became a member of staff',
    'account.demo-deleted': ({ before }) =>
      `The demo account ${read(before, 'email')} was deleted from the command line`,
    'account.demo-closed': 'The demo account of {about} was closed from the command line',
    'account.invited': ({ after }) => `{who} invited {person} to the account of {about}, ${roleIn(after)}`,
    'account.invitation-withdrawn': '{who} withdrew the invitation of {person} to the account of {about}',
    'account.joined': ({ after }) => `{who} joined the account of {about}, ${roleIn(after)}`,
    'account.role-changed': ({ after }) => `{who} made {person} ${roleOf(after)} of the account of {about}`,
    'account.member-removed': '{who} removed {person} from the account of {about}',
    'account.renamed': '{about} changed their name',
    'account.email-setting-changed': '{about} changed an email setting',
    'account.archives-kept-changed': '{about} changed how long their raw images are kept',
    'account.password-changed': '{about} changed their password',
    'account.password-reset': '{about} reset their password with an emailed code',
    'account.login-locked': 'Too many wrong passwords for {about}: logins are locked for a while',
    'account.codes-locked': 'Too many wrong codes for {about} after the correct password: codes are locked for a while',
    'account.second-factor-on': '{about} turned on a second factor',
    'account.second-factor-off': '{about} turned off the second factor',
    'account.second-factor-reset': 'The second factor of {about} was removed from the command line',
    'account.recovery-codes-renewed': '{about} created new recovery codes',
    'account.recovery-code-used': '{about} used a recovery code',
    'account.enumeration-suspected': 'Someone has been probing for registered emails',
    'session.opened': '{about} logged in',
    'session.ended': ({ actor }) => (actor ? '{about} ended one of their sessions' : '{about} logged out'),
    'session.others-ended': '{about} ended all their other sessions',
    'session.replayed': 'An old session key of {about} was used again, so that session was ended',
    'user.verified': decided,
    'user.logged-out': '{who} logged {about} out everywhere',
    'upload.started': '{who} started an upload to {about}',
    'upload.cancelled': '{who} cancelled an upload to {about}',
    'upload.expired': 'An upload to {about} expired and was removed',
    'analysis.submitted': '{who} uploaded {file} to {about}',
    'analysis.answered': '{who} uploaded {file} to {about} as a new archive',
    'analysis.status-changed': ({ before, after }) =>
      read(before, 'status') === read(after, 'status')
        ? '{who} wrote a message about {about}'
        : '{who} set {about} to {status}',
    'file.infected': 'The virus scanner found a threat in {file} of {about}, so downloads of it are blocked',
    'analysis.taken': '{who} assigned {about} to themselves',
    'analysis.assigned': '{who} assigned {about} to {assignee}',
    'analysis.unassigned': '{who} unassigned {about}',
    'report.file-added': '{who} added {file} to the report of {about}',
    'report.file-removed': '{who} removed {file} from the report of {about}',
    'file.damaged': '{file} of {about} is damaged on the server: it no longer matches what arrived',
    'map.added': '{who} added the file {file} to {about}',
    'map.described': '{who} described {file} of {about}',
    'flight.answered': '{who} described the flight of {about}',
    'flight.finding-acknowledged': '{who} acknowledged a finding about the photos of {about}',
    'flight.finding-reopened': '{who} took back that a finding about the photos of {about} was acknowledged',
    'processing.started': '{who} started processing the photos of {about}',
    'processing.restarted': '{who} started processing the photos of {about} again',
    'processing.cancelled': '{who} cancelled processing the photos of {about}',
    'processing.automatic-on': '{who} had good flights of the project of {about} previewed by themselves',
    'processing.automatic-off': '{who} no longer has flights of the project of {about} previewed by themselves',
    'processing.attached': '{who} attached what was made of the photos of {about} to its report',
    'trial.created': '{who} made the trial {about}',
    'trial.offered': '{who} offered {about} to {person}',
    'trial.accepted': '{who} accepted that {about} is shared with their account',
    'trial.sharing-ended': '{who} ended the sharing of {about} with {person}',
    'token.made': '{who} made an API token of the account of {about}',
    'token.revoked': '{who} revoked an API token of the account of {about}',
    'webhook.made': '{who} made a webhook of the account of {about}',
    'webhook.removed': '{who} removed a webhook of the account of {about}',
    'link.made': '{who} made a link to {about}',
    'link.ended': '{who} ended a link to {about}',
    'trial.changed': '{who} changed the trial {about}',
    'trial.flight-added': '{who} added a flight to {about}',
    'trial.flight-changed': '{who} changed a flight of {about}',
    'trial.flight-removed': '{who} removed a flight from {about}',
    'trial.photos-added': '{who} added photos of plots to {about}',
    'trial.photo-saved': '{who} saved a photo of a plot of {about}',
    'trial.column-saved': '{who} saved own values of {about}',
    'trial.column-deleted': '{who} deleted a column of own values of {about}',
    'trial.formula-saved': '{who} saved a formula of {about}',
    'trial.formula-deleted': '{who} deleted a formula of {about}',
    'trial.temperatures-saved': '{who} saved the temperatures of {about}',
    'trial.temperatures-removed': '{who} removed the temperatures of {about}',
    'trial.plots-excluded': '{who} excluded plots of {about}',
    'trial.plots-restored': '{who} took plots of {about} back in',
    'trial.plots-saved': '{who} saved the plots of {about}',
    'trial.measurement-started': '{who} started to measure {about}',
    'trial.connected': '{who} connected {about} to a breeding database',
    'trial.disconnected': '{who} disconnected {about} from its breeding database',
    'trial.exchanged': '{who} started an exchange of {about} with its breeding database',
    'trial.exchange-cancelled': '{who} cancelled an exchange of {about} with its breeding database',
    'account.traits-named': '{who} named the traits of the account of {about}',
    'trial.shifts-started': '{who} started measuring shifts between the flights of {about}',
    'trial.shifts-cancelled': '{who} cancelled measuring shifts between the flights of {about}',
    'trial.shift-applied': '{who} applied a shift to a flight of {about}',
    'trial.shift-taken-back': '{who} took back the shift of a flight of {about}',
    'trial.measurement-cancelled': '{who} cancelled a measurement of {about}',
    'trial.measurement-deleted': '{who} deleted a measurement of {about}',
    'deletion.asked': ({ after }) => `{who} deleted ${deletedNoun(after)} {deleted}; it can be taken back for 30 days`,
    'deletion.announced': 'The time to keep the raw images of {about} is over; they are removed in two weeks',
    'deletion.taken-back': ({ after }) => `{who} took ${deletedNoun(after)} {deleted} back`,
    'deletion.purged': ({ before }) => `${capitalised(deletedNoun(before))} {deleted} was removed for good`,
    'user.held': '{who} put a legal hold on {about}: nothing of theirs is removed for good',
    'user.hold-ended': '{who} ended the legal hold on {about}',
    'email.retried': ({ subject }) =>
      subject.startsWith('user:') ? '{who} resent an email to {about}' : '{who} resent an email',
    'report.opened': '{who} opened the report of {about}',
    'report.published': '{who} published the report of {about}',
  } satisfies Record<string, Template>),
)

const roleOf = (what: unknown): string => asRole(read(what, 'role'))
const roleIn = (what: unknown): string => `as ${roleOf(what)}`

const deletedNoun = (what: unknown): string =>
  new Map<string, string>(Object.entries(DELETION_NOUNS)).get(read(what, 'kind')) ?? ''

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

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
  const template = TEMPLATES.get(row.action) ?? `{who}: ${row.action.replace(/[.-]/g, ' ')}, {about}`
  return (typeof template === 'string' ? template : template(row))
    .split(/(\{\w+\})/)
    .filter((text) => text !== '')
    .map((text) => fillIn(text, row))
}

export const sentenceText = (row: ActivityEntry): string =>
  sentenceOf(row)
    .map(({ text }) => text)
    .join('')

function fillIn(text: string, row: ActivityEntry): Piece {
  if (text === '{about}') return { kind: 'subject', text: displayName(aboutOf(row) || row.subject) }
  if (text === '{who}') return { kind: 'name', text: displayName(row.actor?.fullName ?? 'The system') }
  if (text === '{assignee}') return { kind: 'name', text: displayName(assigneeIn(row.after)) }
  if (text === '{file}') return { kind: 'name', text: displayName(fileOf(row)) }
  if (text === '{deleted}') return { kind: 'name', text: displayName(read(row.before ?? row.after, 'name')) }
  if (text === '{person}') return { kind: 'name', text: displayName(personIn(row.after ?? row.before)) }
  if (text === '{status}') return { kind: 'text', text: statusLabel(read(row.after, 'status')) }
  return { kind: 'text', text }
}

/** Customers are not named twice: 'Ada cancelled an upload to Soybean Trial', not 'to Soybean Trial of Ada'. */
function aboutOf({ about, actor }: ActivityEntry): string {
  const owner = ` of ${actor?.fullName}`
  return actor && about.endsWith(owner) ? about.slice(0, -owner.length) : about
}

const fileOf = ({ before, after }: ActivityEntry): string =>
  read(after, 'fileName') || read(before, 'fileName') || 'a file'

const personIn = (state: unknown): string => read(state, 'fullName') || read(state, 'email')

const assigneeIn = (state: unknown): string => read(field(state, 'assignee'), 'fullName')

function read(state: unknown, key: string): string {
  const value = field(state, key)
  return typeof value === 'string' ? value : ''
}

const field = (state: unknown, key: string): unknown =>
  typeof state === 'object' && state !== null ? Object.entries(state).find(([name]) => name === key)?.[1] : undefined
