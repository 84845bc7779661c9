import { isolateName } from '#domain/display-names.ts'
import { projectTypeLabel } from '#domain/users.ts'
import type { EmailContent } from '../../adapters/email/template.ts'

type Report = {
  fullName: string
  projectType: string
  fileNames: readonly string[]
  remarks: string
  author: { fullName: string; email: string }
  /** The request on the customer's dashboard. */
  url: string
}

export const reportEmail = ({ fullName, projectType, fileNames, remarks, author, url }: Report): EmailContent => ({
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
