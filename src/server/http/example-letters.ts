import type { UserStatus } from '#domain/users.ts'
import type { Letter } from '../adapters/mail/letter.ts'
import * as accounts from '../features/accounts/letters.ts'
import * as messages from '../features/messages/letters.ts'
import type { UserWithProjects } from '../features/projects/queries.ts'
import * as reports from '../features/reports/letters.ts'
import * as users from '../features/users/letters.ts'

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
  confirmedAt: new Date(0),
  createdAt: new Date(0),
  version: 1,
  mustChangePassword: false,
}
const publicUrl = 'https://skyfurrow.example'
const decided = (status: UserStatus, message: string | null = null) =>
  users.decisionLetter({ ...ada, status }, { message, publicUrl })

type Kind = keyof (typeof accounts & typeof messages & typeof reports & typeof users)

/** Every kind of letter, to be looked at; a kind without an example does not compile. */
export const EXAMPLE_LETTERS = {
  confirmationLetter: [accounts.confirmationLetter({ code: '042917' })],
  resetLetter: [accounts.resetLetter({ fullName, code: '042917' })],
  triedToRegisterLetter: [accounts.triedToRegisterLetter({ fullName })],
  passwordChangedLetter: [accounts.passwordChangedLetter({ fullName })],
  passwordResetLetter: [accounts.passwordResetLetter({ fullName })],
  manyTriesLetter: [accounts.manyTriesLetter({ fullName })],
  codeTriesLetter: [accounts.codeTriesLetter({ fullName })],
  replayLetter: [accounts.replayLetter({ fullName })],
  factorOnLetter: [accounts.factorOnLetter({ fullName })],
  factorOffLetter: [accounts.factorOffLetter({ fullName })],
  factorResetLetter: [accounts.factorResetLetter({ fullName })],
  recoveryCodeLetter: [
    accounts.recoveryCodeLetter({ fullName, left: 3 }),
    accounts.recoveryCodeLetter({ fullName, left: 0 }),
  ],
  decisionLetter: [
    decided('APPROVED'),
    decided('ON_HOLD', 'Which station is it?\nPlease send your trial plan.'),
    decided('REJECTED'),
    users.decisionLetter({ ...ada, status: 'REJECTED', confirmedAt: null }, { message: null, publicUrl }),
  ],
  reportLetter: [
    reports.reportLetter({
      fullName,
      projectType: 'Soybean_Yield_Trial',
      fileNames: ['orthomosaic.tif', 'plots.csv'],
      remarks: 'Two plots at the southern edge have no values.',
      url: 'https://skyfurrow.example/my-dashboard?request=example',
    }),
  ],
  contactLetter: [
    messages.contactLetter({ name: 'Ann Meadow', email: 'ann@example.org', text: 'Do you fly in Minnesota?' }),
  ],
} satisfies Record<Kind, readonly Letter[]>
