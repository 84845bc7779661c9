import type { ActivityRow } from '#contract/activity.ts'
import { statusLabel } from '#domain/analyses.ts'
import { showName } from '#domain/shown-names.ts'

/** What can be told of an entry: its text may name {who} did it, {about} whom or what, the {file} and the new {status}. */
type Template = (row: ActivityRow) => string

const say =
  (text: string): Template =>
  () =>
    text

/** Words for what the server writes into its log. */
const TEMPLATES = new Map<string, Template>(
  Object.entries({
    'account.registered': say('{about} opened an account'),
    'account.confirmed': say('{about} confirmed the email address'),
    'account.admin-made': say('{about} was made a member of staff'),
    'account.demo-deleted': ({ before }) => `The demo account ${read(before, 'email')} was deleted on the command line`,
    'account.demo-closed': say('The demo account of {about} was closed on the command line'),
    'account.renamed': say('{about} changed the full name'),
    'account.password-changed': say('{about} changed the password'),
    'account.password-reset': say('{about} reset the password with a mailed code'),
    'account.login-paused': say('Many wrong passwords were given for {about}, so that logins pause'),
    'account.codes-paused': say('Many wrong codes were given for {about} after the right password, so that they pause'),
    'account.second-factor-on': say('{about} switched a second factor on'),
    'account.second-factor-off': say('{about} switched the second factor off'),
    'account.second-factor-reset': say('The second factor of {about} was removed on the command line'),
    'account.recovery-codes-renewed': say('{about} made new recovery codes'),
    'account.recovery-code-used': say('{about} used a recovery code'),
    'account.search-suspected': say('Somebody has been trying which emails have an account'),
    'session.opened': say('{about} logged in'),
    'session.ended': ({ actor }) => (actor ? '{about} ended a session' : '{about} logged out'),
    'session.others-ended': say('{about} ended all other sessions'),
    'session.replayed': say('A used-up login of {about} was presented again, so that session was ended'),
    'user.verified': decided,
    'user.logged-out': say('{who} logged {about} out everywhere'),
    'upload.started': say('{who} began an upload for {about}'),
    'upload.abandoned': ({ actor }) =>
      actor ? '{who} gave up an upload for {about}' : 'An upload for {about} expired and was removed',
    'analysis.submitted': say('{who} sent {file} for {about}'),
    'analysis.status-changed': ({ before, after }) =>
      read(before, 'status') === read(after, 'status')
        ? '{who} wrote a message about {about}'
        : '{who} set {about} to {status}',
    'file.infected': say('The virus scanner found something in {file} of {about}, so that nobody can download it'),
    'report.file-added': say('{who} added {file} to the report of {about}'),
    'report.file-removed': say('{who} removed {file} from the report of {about}'),
    'file.damaged': say('{file} of {about} was found damaged on the server: it is not what arrived'),
    'letter.retried': ({ subject }) =>
      subject.startsWith('user:') ? '{who} had a letter sent to {about} again' : '{who} had a letter sent again',
    'report.published': say('{who} published the report of {about}'),
  } satisfies Record<string, Template>),
)

const DECISIONS = new Map([
  ['APPROVED', '{who} approved {about}'],
  ['REJECTED', '{who} rejected {about}'],
  ['ON_HOLD', '{who} put {about} on hold'],
])

function decided({ before, after }: ActivityRow): string {
  const status = read(after, 'status')
  const decision = status === read(before, 'status') ? undefined : DECISIONS.get(status)
  return decision ?? '{who} changed the account of {about}'
}

export type Piece = { kind: 'text' | 'name' | 'subject'; text: string }

/** An entry as a sentence in plain words; an action that is not known here is named as the server names it. */
export function sentenceOf(row: ActivityRow): Piece[] {
  const telling = TEMPLATES.get(row.action)?.(row) ?? `{who}: ${row.action.replace(/[.-]/g, ' ')}, {about}`
  return telling
    .split(/(\{\w+\})/)
    .filter((text) => text !== '')
    .map((text) => fillIn(text, row))
}

export const sentenceText = (row: ActivityRow): string =>
  sentenceOf(row)
    .map(({ text }) => text)
    .join('')

function fillIn(text: string, row: ActivityRow): Piece {
  if (text === '{about}') return { kind: 'subject', text: showName(row.about || row.subject) }
  if (text === '{who}') return { kind: 'name', text: showName(row.actor?.fullName ?? 'The system') }
  if (text === '{file}') return { kind: 'name', text: showName(fileOf(row)) }
  if (text === '{status}') return { kind: 'text', text: statusLabel(read(row.after, 'status')) }
  return { kind: 'text', text }
}

const fileOf = ({ before, after }: ActivityRow): string =>
  read(after, 'fileName') || read(before, 'fileName') || 'a file'

function read(state: unknown, key: string): string {
  const value = typeof state === 'object' && state !== null ? Object.entries(state).find(([name]) => name === key) : []
  return typeof value?.[1] === 'string' ? value[1] : ''
}
