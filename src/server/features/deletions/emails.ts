import { isolateName } from '#domain/display-names.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { type EmailContent, helloTo } from '../../adapters/email/template.ts'

/** Raw images of a request that are removed for good then. */
export type EndingArchive = { id: string; project: string; purgeOn: Date }

const LISTED_MAX = 20

/** At least one. */
export function retentionEmail(to: { fullName: string }, archives: readonly EndingArchive[]): EmailContent {
  const dayOf = ({ purgeOn }: EndingArchive) => purgeOn.toISOString().slice(0, 10)
  const more = archives.length - LISTED_MAX
  const first = archives.map(dayOf).toSorted()[0]
  return {
    subject: `Raw images are removed on ${first}`,
    greeting: helloTo(to),
    paragraphs: [
      'Raw images are kept for a limited time after their report is published. That time is nearly over for the requests below; their reports stay.',
      'Download the images, or keep them: open the request, and take back that they are deleted.',
      ...(more > 0 ? [`${more} more are listed under Account settings.`] : []),
    ],
    links: archives.slice(0, LISTED_MAX).map((archive) => ({
      label: `${isolateName(projectTypeLabel(archive.project))}, removed on ${dayOf(archive)}`,
      url: `/my-dashboard/requests/${archive.id}`,
    })),
    action: { label: 'Open my account settings', url: '/account' },
  }
}
