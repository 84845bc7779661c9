import { isolateName } from '#domain/display-names.ts'
import { projectTypeLabel } from '#domain/users.ts'
import type { EmailContent } from '../../adapters/email/template.ts'
import type { RequestOfCustomer } from '../analyses/emails.ts'

type Report = { fileNames: readonly string[]; remarks: string; author: { fullName: string; email: string } }

export const reportEmail = (
  { fullName, projectType, url }: RequestOfCustomer,
  { fileNames, remarks, author }: Report,
): EmailContent => ({
  subject: 'Your Skyfurrow report is ready',
  greeting: `Hello ${isolateName(fullName)},`,
  paragraphs: [
    `The report of your request for ${isolateName(projectTypeLabel(projectType))} is ready:`,
    fileNames.map(isolateName).join('\n'),
    ...(remarks ? [remarks] : []),
    `It was prepared by ${isolateName(author.fullName)} (${author.email}), who can answer your questions.`,
  ],
  action: { label: 'Open the report', url },
})
