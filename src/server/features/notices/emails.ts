import { DAILY_EMAIL_LISTED_MAX, type NoticeContent, type StaffNotice, wordsOf } from '#domain/notices.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { type EmailContent, helloTo } from '../../adapters/email/template.ts'

export type StaffNews = { subject: string; content: Extract<NoticeContent, { kind: StaffNotice }> }

/** Of every email that a person can switch off. */
export const CHOOSE_EMAILS = { label: 'Choose which emails you get', url: '/account' }

const urlOf = ({ subject, content }: StaffNews): string => {
  const id = subject.slice(subject.indexOf(':') + 1)
  return content.kind === 'new-request' ? `/dashboard/requests/${id}` : `/dashboard/users/${id}`
}

const isAnswer = ({ content }: StaffNews): boolean => content.kind === 'new-request' && content.isAnswer === true

function subjectOf({ content }: StaffNews): string {
  if (content.kind === 'new-user') return 'A new user is waiting for verification'
  return `${content.isAnswer ? 'Answer to a rejection' : 'New request'} for ${projectTypeLabel(content.project)}`
}

/** About one new sign-up or request, or an answer to a rejection, at once. */
export function staffEmail(to: { fullName: string }, about: StaffNews): EmailContent {
  const { content } = about
  const { title, detail } = wordsOf(content)
  const isUser = content.kind === 'new-user'
  return {
    subject: subjectOf(about),
    greeting: helloTo(to),
    paragraphs: [
      isUser ? `${title} and confirmed their email address.` : `${title}. The request is waiting for review.`,
      ...(detail ? [detail] : []),
    ],
    action: { label: isUser ? 'Open the user' : 'Open the request', url: urlOf(about) },
    footnote: CHOOSE_EMAILS,
  }
}

/** Everything that is new, newest first; at least one. */
export function dailyEmail(to: { fullName: string }, news: readonly StaffNews[]): EmailContent {
  const users = news.filter(({ content }) => content.kind === 'new-user').length
  const answers = news.filter(isAnswer).length
  const requests = news.length - users - answers
  const counted = [
    ...(requests > 0 ? [`${requests} new ${requests === 1 ? 'request' : 'requests'}`] : []),
    ...(answers > 0 ? [answers === 1 ? '1 answer to a rejection' : `${answers} answers to rejections`] : []),
    ...(users > 0 ? [`${users} new ${users === 1 ? 'user' : 'users'}`] : []),
  ]
  const further = news.length - DAILY_EMAIL_LISTED_MAX
  return {
    subject: `${new Intl.ListFormat('en').format(counted)} on Skyfurrow`,
    greeting: helloTo(to),
    paragraphs: ['New since your last daily email:'],
    links: news
      .slice(0, DAILY_EMAIL_LISTED_MAX)
      .map((about) => ({ label: wordsOf(about.content).title, url: urlOf(about) })),
    action: {
      label: further > 0 ? `Open the dashboard to see ${further} more` : 'Open the dashboard',
      url: '/dashboard/requests',
    },
    footnote: CHOOSE_EMAILS,
  }
}
