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
type Template = (row: ActivityEntry) => string

const fixed =
  (text: string): Template =>
  () =>
    text

/** The sentences for the actions in the server's log. */
const TEMPLATES = new Map<string, Template>(
  Object.entries({
    'account.registered': fixed('{about} signed up'),
    'account.signed-on': fixed('{about} signed up by logging in elsewhere'),
    'account.confirmed': fixed('{about} confirmed their email address'),
    'account.admin-made': fixed('{about} became a member of staff'),
    'account.demo-deleted': ({ before }) =>
      `The demo account ${read(before, 'email')} was deleted from the command line`,
    'account.demo-closed': fixed('The demo account of {about} was closed from the command line'),
    'account.invited': ({ after }) => `{who} invited {person} to the account of {about}, ${roleIn(after)}`,
    'account.invitation-withdrawn': fixed('{who} withdrew the invitation of {person} to the account of {about}'),
    'account.joined': ({ after }) => `{who} joined the account of {about}, ${roleIn(after)}`,
    'account.role-changed': ({ after }) => `{who} made {person} ${roleOf(after)} of the account of {about}`,
    'account.member-removed': fixed('{who} removed {person} from the account of {about}'),
    'account.renamed': fixed('{about} changed their name'),
    'account.email-setting-changed': fixed('{about} changed an email setting'),
    'account.archives-kept-changed': fixed('{about} changed how long their raw images are kept'),
    'account.password-changed': fixed('{about} changed their password'),
    'account.password-reset': fixed('{about} reset their password with an emailed code'),
    'account.login-locked': fixed('Too many wrong passwords for {about}: logins are locked for a while'),
    'account.codes-locked': fixed(
      'Too many wrong codes for {about} after the correct password: codes are locked for a while',
    ),
    'account.second-factor-on': fixed('{about} turned on a second factor'),
    'account.second-factor-off': fixed('{about} turned off the second factor'),
    'account.second-factor-reset': fixed('The second factor of {about} was removed from the command line'),
    'account.recovery-codes-renewed': fixed('{about} created new recovery codes'),
    'account.recovery-code-used': fixed('{about} used a recovery code'),
    'account.enumeration-suspected': fixed('Someone has been probing for registered emails'),
    'session.opened': fixed('{about} logged in'),
    'session.ended': ({ actor }) => (actor ? '{about} ended one of their sessions' : '{about} logged out'),
    'session.others-ended': fixed('{about} ended all their other sessions'),
    'session.replayed': fixed('An old session key of {about} was used again, so that session was ended'),
    'user.verified': decided,
    'user.logged-out': fixed('{who} logged {about} out everywhere'),
    'upload.started': fixed('{who} started an upload to {about}'),
    'upload.cancelled': fixed('{who} cancelled an upload to {about}'),
    'upload.expired': fixed('An upload to {about} expired and was removed'),
    'analysis.submitted': fixed('{who} uploaded {file} to {about}'),
    'analysis.answered': fixed('{who} uploaded {file} to {about} as a new archive'),
    'analysis.status-changed': ({ before, after }) =>
      read(before, 'status') === read(after, 'status')
        ? '{who} wrote a message about {about}'
        : '{who} set {about} to {status}',
    'file.infected': fixed('The virus scanner found a threat in {file} of {about}, so downloads of it are blocked'),
    'analysis.taken': fixed('{who} assigned {about} to themselves'),
    'analysis.assigned': fixed('{who} assigned {about} to {assignee}'),
    'analysis.unassigned': fixed('{who} unassigned {about}'),
    'report.file-added': fixed('{who} added {file} to the report of {about}'),
    'report.file-removed': fixed('{who} removed {file} from the report of {about}'),
    'file.damaged': fixed('{file} of {about} is damaged on the server: it no longer matches what arrived'),
    'map.added': fixed('{who} added the file {file} to {about}'),
    'map.described': fixed('{who} described {file} of {about}'),
    'flight.answered': fixed('{who} described the flight of {about}'),
    'flight.finding-acknowledged': fixed('{who} acknowledged a finding about the photos of {about}'),
    'flight.finding-reopened': fixed('{who} took back that a finding about the photos of {about} was acknowledged'),
    'processing.started': fixed('{who} started processing the photos of {about}'),
    'processing.restarted': fixed('{who} started processing the photos of {about} again'),
    'processing.cancelled': fixed('{who} cancelled processing the photos of {about}'),
    'processing.automatic-on': fixed('{who} had good flights of the project of {about} previewed by themselves'),
    'processing.automatic-off': fixed('{who} no longer has flights of the project of {about} previewed by themselves'),
    'processing.attached': fixed('{who} attached what was made of the photos of {about} to its report'),
    'trial.created': fixed('{who} made the trial {about}'),
    'trial.offered': fixed('{who} offered {about} to {person}'),
    'trial.accepted': fixed('{who} accepted that {about} is shared with their account'),
    'trial.sharing-ended': fixed('{who} ended the sharing of {about} with {person}'),
    'token.made': fixed('{who} made an API token of the account of {about}'),
    'token.revoked': fixed('{who} revoked an API token of the account of {about}'),
    'webhook.made': fixed('{who} made a webhook of the account of {about}'),
    'webhook.removed': fixed('{who} removed a webhook of the account of {about}'),
    'link.made': fixed('{who} made a link to {about}'),
    'link.ended': fixed('{who} ended a link to {about}'),
    'trial.changed': fixed('{who} changed the trial {about}'),
    'trial.flight-added': fixed('{who} added a flight to {about}'),
    'trial.flight-changed': fixed('{who} changed a flight of {about}'),
    'trial.flight-removed': fixed('{who} removed a flight from {about}'),
    'trial.photos-added': fixed('{who} added photos of plots to {about}'),
    'trial.photo-saved': fixed('{who} saved a photo of a plot of {about}'),
    'trial.column-saved': fixed('{who} saved own values of {about}'),
    'trial.column-deleted': fixed('{who} deleted a column of own values of {about}'),
    'trial.formula-saved': fixed('{who} saved a formula of {about}'),
    'trial.formula-deleted': fixed('{who} deleted a formula of {about}'),
    'trial.temperatures-saved': fixed('{who} saved the temperatures of {about}'),
    'trial.temperatures-removed': fixed('{who} removed the temperatures of {about}'),
    'trial.plots-excluded': fixed('{who} excluded plots of {about}'),
    'trial.plots-restored': fixed('{who} took plots of {about} back in'),
    'trial.plots-saved': fixed('{who} saved the plots of {about}'),
    'trial.measurement-started': fixed('{who} started to measure {about}'),
    'trial.connected': fixed('{who} connected {about} to a breeding database'),
    'trial.disconnected': fixed('{who} disconnected {about} from its breeding database'),
    'trial.exchanged': fixed('{who} started an exchange of {about} with its breeding database'),
    'trial.exchange-cancelled': fixed('{who} cancelled an exchange of {about} with its breeding database'),
    'account.traits-named': fixed('{who} named the traits of the account of {about}'),
    'trial.shifts-started': fixed('{who} started measuring shifts between the flights of {about}'),
    'trial.shifts-cancelled': fixed('{who} cancelled measuring shifts between the flights of {about}'),
    'trial.shift-applied': fixed('{who} applied a shift to a flight of {about}'),
    'trial.shift-taken-back': fixed('{who} took back the shift of a flight of {about}'),
    'trial.measurement-cancelled': fixed('{who} cancelled a measurement of {about}'),
    'trial.measurement-deleted': fixed('{who} deleted a measurement of {about}'),
    'deletion.asked': ({ after }) => `{who} deleted ${deletedNoun(after)} {deleted}; it can be taken back for 30 days`,
    'deletion.announced': fixed('The time to keep the raw images of {about} is over; they are removed in two weeks'),
    'deletion.taken-back': ({ after }) => `{who} took ${deletedNoun(after)} {deleted} back`,
    'deletion.purged': ({ before }) => `${capitalised(deletedNoun(before))} {deleted} was removed for good`,
    'user.held': fixed('{who} put a legal hold on {about}: nothing of theirs is removed for good'),
    'user.hold-ended': fixed('{who} ended the legal hold on {about}'),
    'email.retried': ({ subject }) =>
      subject.startsWith('user:') ? '{who} resent an email to {about}' : '{who} resent an email',
    'report.opened': fixed('{who} opened the report of {about}'),
    'report.published': fixed('{who} published the report of {about}'),
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
  const template = TEMPLATES.get(row.action)?.(row) ?? `{who}: ${row.action.replace(/[.-]/g, ' ')}, {about}`
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
