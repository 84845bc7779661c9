import type { UserStatus } from '#domain/users.ts'
import type { EmailContent } from '../../adapters/email/template.ts'
import * as accounts from '../../features/accounts/emails.ts'
import * as analyses from '../../features/analyses/emails.ts'
import * as messages from '../../features/messages/emails.ts'
import * as notices from '../../features/notices/emails.ts'
import type { UserWithProjects } from '../../features/projects/queries.ts'
import * as reports from '../../features/reports/emails.ts'
import * as users from '../../features/users/emails.ts'

const fullName = 'Ada Meyer'
const ada: UserWithProjects = {
  id: 'ada',
  email: 'ada@example.org',
  fullName,
  passwordHash: '',
  role: 'USER',
  status: 'APPROVED',
  projectTypes: ['Soybean_Yield_Trial', 'Winter_Wheat'],
  message: null,
  organisation: null,
  confirmedAt: new Date(0),
  createdAt: new Date(0),
  version: 1,
  mustChangePassword: false,
}
export const EXAMPLE_URL = 'https://skyfurrow.example'
const request = { fullName, projectType: 'Soybean_Yield_Trial', url: `${EXAMPLE_URL}/my-dashboard/requests/example` }
const newUser: notices.StaffNews = {
  subject: 'user:ada',
  content: { kind: 'new-user', fullName, email: ada.email, organisation: 'Institute of Plant Breeding' },
}
const newRequest: notices.StaffNews = {
  subject: 'analysis:example',
  content: { kind: 'new-request', project: 'Soybean_Yield_Trial', customer: fullName },
}
const decided = (status: UserStatus, message: string | null = null) =>
  users.decisionEmail({ ...ada, status }, { message, publicUrl: EXAMPLE_URL })

type Notices = Omit<typeof notices, 'CHOOSE_EMAILS'>
type Kind = keyof (typeof accounts & typeof analyses & typeof messages & Notices & typeof reports & typeof users)

/** An example of every kind of email; a kind without one does not compile. */
export const EXAMPLE_EMAILS = {
  confirmationEmail: [accounts.confirmationEmail({ code: '042917' })],
  resetEmail: [accounts.resetEmail({ fullName, code: '042917' })],
  alreadyRegisteredEmail: [accounts.alreadyRegisteredEmail({ fullName })],
  passwordChangedEmail: [accounts.passwordChangedEmail({ fullName })],
  passwordResetEmail: [accounts.passwordResetEmail({ fullName })],
  failedLoginsEmail: [accounts.failedLoginsEmail({ fullName })],
  failedCodesEmail: [accounts.failedCodesEmail({ fullName })],
  tokenReuseEmail: [accounts.tokenReuseEmail({ fullName })],
  secondFactorEnabledEmail: [accounts.secondFactorEnabledEmail({ fullName })],
  secondFactorDisabledEmail: [accounts.secondFactorDisabledEmail({ fullName })],
  secondFactorResetEmail: [accounts.secondFactorResetEmail({ fullName })],
  recoveryCodeUsedEmail: [
    accounts.recoveryCodeUsedEmail({ fullName, left: 3 }),
    accounts.recoveryCodeUsedEmail({ fullName, left: 0 }),
  ],
  decisionEmail: [
    decided('APPROVED'),
    decided('ON_HOLD', 'Which station is it?\nPlease send your trial plan.'),
    decided('REJECTED'),
    users.decisionEmail({ ...ada, status: 'REJECTED', confirmedAt: null }, { message: null, publicUrl: EXAMPLE_URL }),
  ],
  receivedEmail: [analyses.receivedEmail(request, { fileName: 'June flight.zip' })],
  statusEmail: [
    analyses.statusEmail(request, { before: 'PENDING', status: 'UNDER_REVIEW', message: null }),
    analyses.statusEmail(request, { before: 'UNDER_REVIEW', status: 'UNDER_REVIEW', message: 'We start on Monday.' }),
    analyses.statusEmail(request, { before: 'UNDER_REVIEW', status: 'REJECTED', message: 'The photos are blurred.' }),
    analyses.statusEmail(request, { before: 'PROCESSED', status: 'PENDING', message: 'Plot 7 was wrong.' }),
  ],
  reportEmail: [
    reports.reportEmail(request, {
      fileNames: ['orthomosaic.tif', 'plots.csv'],
      remarks: 'Two plots at the southern edge have no values.',
      author: { fullName: 'Sam Furrow', email: 'sam@skyfurrow.example' },
    }),
  ],
  staffEmail: [newUser, newRequest].map((about) => notices.staffEmail({ fullName: 'Sam Furrow' }, about)),
  dailyEmail: [
    notices.dailyEmail({ fullName: 'Sam Furrow' }, [newUser, ...Array.from({ length: 24 }, () => newRequest)]),
  ],
  contactMessageEmail: [
    messages.contactMessageEmail({ name: 'Ann Meadow', email: 'ann@example.org', text: 'Do you fly in Minnesota?' }),
  ],
} satisfies Record<Kind, readonly EmailContent[]>
