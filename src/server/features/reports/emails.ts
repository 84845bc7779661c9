import { isolateName } from '#domain/display-names.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { type EmailContent, helloTo } from '../../adapters/email/template.ts'
import type { RequestOfCustomer } from '../analyses/emails.ts'

type Report = {
  fileNames: readonly string[]
  fileIds: readonly string[]
  remarks: string
  author: { fullName: string; email: string }
}

export const reportEmail = (
  { fullName, projectType, url }: RequestOfCustomer,
  { fileNames, fileIds, remarks, author }: Report,
): EmailContent => ({
  subject: 'Your Skyfurrow report is ready',
  greeting: helloTo({ fullName }),
  paragraphs: [
    `Your report for ${isolateName(projectTypeLabel(projectType))} is ready:`,
    fileNames.map(isolateName).join('\n'),
    `It was prepared by ${isolateName(author.fullName)} (${author.email}), who can answer your questions.`,
  ],
  ...(remarks ? { quote: remarks } : {}),
  action: { label: 'Open the report', url },
  pictureFileIds: fileIds,
})
