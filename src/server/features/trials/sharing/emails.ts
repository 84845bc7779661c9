import { isolateName } from '#domain/display-names.ts'
import type { ShareRole } from '#domain/memberships.ts'
import type { EmailContent } from '../../../adapters/email/template.ts'

const MAY = {
  editor: 'Your people may change and measure it. Its maps, plots and values stay in the account that shares it.',
  viewer: 'Your people may read and download it, and change nothing.',
} satisfies Record<ShareRole, string>

export const offerEmail = (to: { trial: string; by: string; role: ShareRole; url: string }): EmailContent => ({
  subject: 'A trial is shared with you on Skyfurrow',
  greeting: 'Hello,',
  paragraphs: [
    `${isolateName(to.by)} shares the trial ${isolateName(to.trial)} with your account.`,
    MAY[to.role],
    'The link works for seven days, with this email address.',
    "Don't know them? You can ignore this email.",
  ],
  action: { label: 'Open the offer', url: to.url },
})
