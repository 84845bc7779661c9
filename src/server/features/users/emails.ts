import { isolateName } from '#domain/display-names.ts'
import type { NoticeContent } from '#domain/notices.ts'
import { projectTypeLabel, type UserStatus } from '#domain/users.ts'
import type { User } from '../../adapters/db/schema.ts'
import { type EmailContent, helloTo } from '../../adapters/email/template.ts'

/** What a decision on an account changed. */
export type Decision = Extract<NoticeContent, { kind: `account-${string}` }>

const STATUS_TEXTS = {
  PENDING: {
    subject: 'Your Skyfurrow account is waiting for approval',
    sentence: "Your account is waiting for approval. We'll email you when it's ready.",
  },
  APPROVED: {
    subject: 'Your Skyfurrow account is approved',
    sentence: 'Your account is approved.',
  },
  REJECTED: { subject: 'Your Skyfurrow account was not approved', sentence: "We couldn't approve your account." },
  ON_HOLD: { subject: 'Your Skyfurrow account is on hold', sentence: 'Your account is on hold for now.' },
} satisfies Record<UserStatus, { subject: string; sentence: string }>

const SUBJECTS = {
  'account-projects': 'Your Skyfurrow projects have changed',
  'account-message': 'A message about your Skyfurrow account',
} satisfies Partial<Record<Decision['kind'], string>>

export function decisionEmail(
  user: Pick<User, 'fullName' | 'confirmedAt' | 'role' | 'status'>,
  decision: Decision,
): EmailContent {
  const isStaff = user.role === 'ADMIN'
  const dashboard = isStaff ? '/dashboard' : '/my-dashboard'
  return {
    subject: decision.kind === 'account-status' ? STATUS_TEXTS[decision.status].subject : SUBJECTS[decision.kind],
    // Until the email address is confirmed, someone else may have chosen the name.
    greeting: user.confirmedAt ? helloTo(user) : 'Hello,',
    paragraphs: paragraphsOf(decision, isStaff),
    ...(decision.message ? { quote: decision.message } : {}),
    ...(user.status === 'APPROVED' ? { action: { label: 'Open my dashboard', url: dashboard } } : {}),
  }
}

function paragraphsOf(decision: Decision, isStaff: boolean): string[] {
  if (decision.kind === 'account-message') return ['We wrote to you about your account:']
  const names = decision.projects.map((name) => isolateName(projectTypeLabel(name))).join(', ')
  const projects = names ? [`Your projects: ${names}.`] : []
  if (decision.kind === 'account-projects')
    return names
      ? ['Your projects have changed.', ...projects]
      : ["You have no projects now, so you can't upload images. Your requests and reports are kept."]
  const { sentence } = STATUS_TEXTS[decision.status]
  if (decision.status !== 'APPROVED') return [sentence]
  if (isStaff) return [sentence, ...projects]
  if (names) return [`${sentence} You can upload images now.`, ...projects]
  return [`${sentence} You have no project yet, so you can't upload images. We'll email you when you have one.`]
}
