import { isolateName } from '#domain/display-names.ts'
import type { AccountRole } from '#domain/memberships.ts'
import type { EmailContent } from '../../adapters/email/template.ts'

const MAY = {
  owner: 'As an owner you may do all that they may, and decide who else works with you.',
  editor: 'As an editor you may upload images, and change trials and measure them.',
  viewer: 'As a viewer you may read and download everything, and change nothing.',
} satisfies Record<AccountRole, string>

/** The receiver may have no account yet. */
export const invitationEmail = (to: { account: string; by: string; role: AccountRole; url: string }): EmailContent => ({
  subject: 'You are invited to an account on Skyfurrow',
  greeting: 'Hello,',
  paragraphs: [
    `${isolateName(to.by)} invites you to work together in the account of ${isolateName(to.account)}.`,
    MAY[to.role],
    'The link works for seven days, with this email address. If you have no login yet, sign up with it first.',
    "Don't know them? You can ignore this email.",
  ],
  action: { label: 'Open the invitation', url: to.url },
})
