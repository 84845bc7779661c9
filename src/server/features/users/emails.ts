import { isolateName } from '#domain/display-names.ts'
import { projectTypeLabel, type UserStatus } from '#domain/users.ts'
import type { EmailContent } from '../../adapters/email/template.ts'
import type { UserWithProjects } from '../projects/queries.ts'

const DECISION_TEXTS = {
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

export function decisionEmail(
  user: UserWithProjects,
  options: { message: string | null; publicUrl: string },
): EmailContent {
  const { subject, sentence } = DECISION_TEXTS[user.status]
  const approved = user.status === 'APPROVED'
  const isStaff = user.role === 'ADMIN'
  const dashboard = isStaff ? '/dashboard' : '/my-dashboard'
  const projects = user.projectTypes.map((name) => isolateName(projectTypeLabel(name))).join(', ')
  return {
    subject,
    // Until the email address is confirmed, someone else may have chosen the name.
    greeting: user.confirmedAt ? `Hello ${isolateName(user.fullName)},` : 'Hello,',
    paragraphs: [
      approved && !isStaff ? `${sentence} You can upload images now.` : sentence,
      ...(approved && projects ? [`Your projects: ${projects}.`] : []),
    ],
    ...(options.message ? { quote: options.message } : {}),
    ...(approved ? { action: { label: 'Open my dashboard', url: options.publicUrl + dashboard } } : {}),
  }
}
