import type { Role } from './accounts.ts'
import type { VisibleStatus } from './analyses.ts'
import { isolateName } from './display-names.ts'
import { days } from './units.ts'
import { projectTypeLabel, type UserStatus } from './users.ts'

/** What a notice holds, by its kind. */
export type NoticeFacts = {
  'request-received': { project: string; fileName: string }
  /** `isWithdrawn`: the status takes a published report back. */
  'request-status': {
    project: string
    status: Exclude<VisibleStatus, 'PROCESSED'>
    isWithdrawn: boolean
    message: string | null
  }
  'request-message': { project: string; message: string }
  'report-ready': { project: string; author: string }
  'account-status': { status: UserStatus; projects: string[]; message: string | null }
  'account-projects': { projects: string[]; message: string | null }
  'account-message': { message: string }
  'new-user': { fullName: string; email: string; organisation: string | null }
  /** `isAnswer`: a new archive for a request that was rejected. */
  'new-request': { project: string; customer: string; isAnswer?: boolean }
}
export type NoticeKind = keyof NoticeFacts
export type NoticeContent = { [Kind in NoticeKind]: { kind: Kind } & NoticeFacts[Kind] }[NoticeKind]

/** Of people and requests that only staff may know. */
export const STAFF_NOTICES = ['new-user', 'new-request'] as const satisfies readonly NoticeKind[]
export type StaffNotice = (typeof STAFF_NOTICES)[number]

/** Read or not, a notice is kept this long. */
export const NOTICE_LIFE_MS = days(90)
/** Of one person; older ones give way. */
export const NOTICES_MAX = 500
/** Of those about the requests of one customer, so that nobody pushes out what others sent. */
export const NOTICES_PER_CUSTOMER_MAX = 50
/** A larger count is shown as '99+'. */
export const COUNT_MAX = 99

/** The emails that a person may choose, with their choices; the first is the default. All other emails are always sent. */
export const EMAIL_CHOICES = {
  'request-status': ['AT_ONCE', 'OFF'],
  'request-message': ['AT_ONCE', 'OFF'],
  'report-ready': ['AT_ONCE', 'OFF'],
  'new-user': ['AT_ONCE', 'DAILY', 'OFF'],
  'new-request': ['AT_ONCE', 'DAILY', 'OFF'],
} as const satisfies Partial<Record<NoticeKind, readonly string[]>>
export type EmailTopic = keyof typeof EMAIL_CHOICES
export type EmailChoice = (typeof EMAIL_CHOICES)[EmailTopic][number]
export const EMAIL_TOPICS = Object.keys(EMAIL_CHOICES) as EmailTopic[]

/** Under which topic the email about a notice comes; undefined for one that is always sent. */
export const emailTopicOf = (kind: NoticeKind): EmailTopic | undefined =>
  kind === 'request-received' ? 'request-status' : EMAIL_TOPICS.find((topic) => topic === kind)

const isForStaff = (topic: EmailTopic): boolean => STAFF_NOTICES.some((kind) => kind === topic)

export const emailTopicsOf = (role: Role): EmailTopic[] =>
  EMAIL_TOPICS.filter((topic) => isForStaff(topic) === (role === 'ADMIN'))

export const canChoose = (topic: EmailTopic, choice: EmailChoice): boolean =>
  EMAIL_CHOICES[topic].some((known) => known === choice)

/** The hour (UTC) of the daily email. */
export const DAILY_EMAIL_HOUR_UTC = 5
/** The first ones are listed in the daily email, the others counted. */
export const DAILY_EMAIL_LISTED_MAX = 20

export type NoticeWords = { title: string; detail: string | null }

type Words = { [Kind in NoticeKind]: (facts: NoticeFacts[Kind]) => NoticeWords }

const projectOf = ({ project }: { project: string }): string => isolateName(projectTypeLabel(project))
const listOf = (projects: readonly string[]): string =>
  projects.map((name) => isolateName(projectTypeLabel(name))).join(', ')
const joined = (...parts: (string | null | false)[]): string | null => parts.filter(Boolean).join(' ') || null

const STATUS_WORDS = {
  PENDING: 'is waiting for review',
  UNDER_REVIEW: 'is under review',
  REJECTED: 'was rejected',
} satisfies Record<NoticeFacts['request-status']['status'], string>

const ACCOUNT_WORDS = {
  PENDING: 'Your account is waiting for approval',
  APPROVED: 'Your account is approved',
  REJECTED: 'Your account was not approved',
  ON_HOLD: 'Your account is on hold',
} satisfies Record<UserStatus, string>

const WORDS: Words = {
  'request-received': (facts) => ({
    title: `We received your images for ${projectOf(facts)}`,
    detail: isolateName(facts.fileName),
  }),
  'request-status': (facts) => ({
    title: `Your request for ${projectOf(facts)} ${STATUS_WORDS[facts.status]}`,
    detail: joined(facts.isWithdrawn && 'Its report is not available for now.', facts.message),
  }),
  'request-message': (facts) => ({ title: `New message about ${projectOf(facts)}`, detail: facts.message }),
  'report-ready': (facts) => ({
    title: `Your report for ${projectOf(facts)} is ready`,
    detail: `Prepared by ${isolateName(facts.author)}`,
  }),
  'account-status': ({ status, projects, message }) => ({
    title: ACCOUNT_WORDS[status],
    detail: joined(projects.length > 0 && `Your projects: ${listOf(projects)}.`, message),
  }),
  'account-projects': ({ projects, message }) => ({
    title: 'Your projects have changed',
    detail: joined(projects.length > 0 ? `Now: ${listOf(projects)}.` : 'You have none now.', message),
  }),
  'account-message': ({ message }) => ({ title: 'New message about your account', detail: message }),
  'new-user': ({ fullName, email, organisation }) => ({
    title: `${isolateName(fullName)} signed up`,
    detail: [email, ...(organisation ? [isolateName(organisation)] : [])].join(', '),
  }),
  'new-request': (facts) => ({
    title: facts.isAnswer
      ? `${isolateName(facts.customer)} answered a rejection with new images for ${projectOf(facts)}`
      : `${isolateName(facts.customer)} sent images for ${projectOf(facts)}`,
    detail: null,
  }),
}

/** The words of a notice, as screens and the daily email show it. */
export function wordsOf<Kind extends NoticeKind>(content: { kind: Kind } & NoticeFacts[Kind]): NoticeWords {
  const words: (facts: NoticeFacts[Kind]) => NoticeWords = WORDS[content.kind]
  return words(content)
}
