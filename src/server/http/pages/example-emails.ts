import type { Flight } from '#domain/flights.ts'
import type { UserStatus } from '#domain/users.ts'
import type { EmailContent } from '../../adapters/email/template.ts'
import * as accounts from '../../features/accounts/emails.ts'
import * as analyses from '../../features/analyses/emails.ts'
import * as flights from '../../features/flights/emails.ts'
import * as messages from '../../features/messages/emails.ts'
import * as notices from '../../features/notices/emails.ts'
import * as reports from '../../features/reports/emails.ts'
import * as users from '../../features/users/emails.ts'

const fullName = 'Ada Meyer'
export const EXAMPLE_URL = 'https://skyfurrow.example'
const request = { fullName, projectType: 'Soybean_Yield_Trial', url: `${EXAMPLE_URL}/my-dashboard/requests/example` }
const newUser: notices.StaffNews = {
  subject: 'user:ada',
  content: { kind: 'new-user', fullName, email: 'ada@example.org', organisation: 'Institute of Plant Breeding' },
}
const newRequest: notices.StaffNews = {
  subject: 'analysis:example',
  content: { kind: 'new-request', project: 'Soybean_Yield_Trial', customer: fullName },
}
const answer: notices.StaffNews = {
  subject: 'analysis:example',
  content: { kind: 'new-request', project: 'Soybean_Yield_Trial', customer: fullName, isAnswer: true },
}
const flight: Flight = {
  photos: 412,
  readable: 412,
  gsdCm: 1.7,
  heightMetres: 40,
  heightSource: 'photos',
  frontOverlap: 0.58,
  sideOverlap: 0.63,
  areaHectares: 12.3,
  medianPhotos: 6,
  footprintMetres: { width: 68, height: 45 },
  controlPoints: [],
  cameras: [{ name: 'DJI FC6310S', photos: 412 }],
  takenFrom: '2026-06-23T10:00:00',
  takenTo: '2026-06-23T10:14:00',
  sunDegrees: null,
  rtkFixedShare: null,
  bands: [],
  checks: [
    {
      id: 'overlap',
      severity: 'stop',
      message: 'Photos overlap by 58 % along the lines, where 75 % are usual. Fly with more overlap.',
      photos: [],
    },
    {
      id: 'cut-off',
      severity: 'warn',
      message: '2 photos end too early. Copy them from the memory card again.',
      photos: [],
    },
  ],
  positions: [],
}
const projects = ['Soybean_Yield_Trial', 'Winter_Wheat']
const decided = (status: UserStatus, decision: Partial<users.Decision> = {}, confirmedAt: Date | null = new Date(0)) =>
  users.decisionEmail({ fullName, role: 'USER', status, confirmedAt }, {
    kind: 'account-status',
    status,
    projects,
    message: null,
    ...decision,
  } as users.Decision)

type Notices = Omit<typeof notices, 'CHOOSE_EMAILS'>
type Flights = Omit<typeof flights, 'isDoubtful'>
type Kind = keyof (typeof accounts &
  typeof analyses &
  Flights &
  typeof messages &
  Notices &
  typeof reports &
  typeof users)

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
    decided('APPROVED', { projects: [] }),
    decided('ON_HOLD', { message: 'Which station is it?\nPlease send your trial plan.' }),
    decided('REJECTED'),
    decided('REJECTED', {}, null),
    decided('APPROVED', { kind: 'account-projects' }),
    decided('APPROVED', { kind: 'account-projects', projects: [] }),
    decided('APPROVED', { kind: 'account-message', message: 'Please send the plan of your trial.' }),
  ],
  receivedEmail: [analyses.receivedEmail(request, { fileName: 'June flight.zip' })],
  flightEmail: [flights.flightEmail(request, { fileName: 'June flight.zip', flight })],
  statusEmail: [
    analyses.statusEmail(request, { before: 'PENDING', status: 'UNDER_REVIEW', message: null }),
    analyses.statusEmail(request, { before: 'UNDER_REVIEW', status: 'UNDER_REVIEW', message: 'We start on Monday.' }),
    analyses.statusEmail(request, { before: 'UNDER_REVIEW', status: 'REJECTED', message: 'The photos are blurred.' }),
    analyses.statusEmail(request, { before: 'PROCESSED', status: 'PENDING', message: 'Plot 7 was wrong.' }),
  ],
  reportEmail: [
    reports.reportEmail(request, {
      fileNames: ['orthomosaic.tif', 'plots.csv'],
      fileIds: [],
      remarks: 'Two plots at the southern edge have no values.',
      author: { fullName: 'Sam Furrow', email: 'sam@skyfurrow.example' },
    }),
  ],
  staffEmail: [newUser, newRequest, answer].map((about) => notices.staffEmail({ fullName: 'Sam Furrow' }, about)),
  dailyEmail: [
    notices.dailyEmail({ fullName: 'Sam Furrow' }, [newUser, answer, ...Array.from({ length: 24 }, () => newRequest)]),
  ],
  contactMessageEmail: [
    messages.contactMessageEmail({ name: 'Ann Meadow', email: 'ann@example.org', text: 'Do you fly in Minnesota?' }),
  ],
} satisfies Record<Kind, readonly EmailContent[]>
