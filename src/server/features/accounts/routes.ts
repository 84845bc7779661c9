import type { Handlers } from '../../handler.ts'
import { changeName } from './change-name.ts'
import { changePassword } from './change-password.ts'
import { confirmSecondFactor } from './confirm-second-factor.ts'
import { confirmUser } from './confirm-user.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endSession } from './end-session.ts'
import { forgotPassword } from './forgot-password.ts'
import { getProfile } from './get-profile.ts'
import { getSecondFactor } from './get-second-factor.ts'
import { listSessions } from './list-sessions.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { refresh } from './refresh.ts'
import { register } from './register.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { resendCode } from './resend-code.ts'
import { resetPassword } from './reset-password.ts'
import { startSecondFactor } from './start-second-factor.ts'
import { stopSecondFactor } from './stop-second-factor.ts'

export const accountHandlers = {
  logIn: async ({ deps, caller, body }) => ({ data: await logIn(deps, caller, body) }),
  refreshSession: async ({ deps, caller, body }) => ({ data: await refresh(deps, caller, body) }),
  logOut: ({ deps, caller, body }) => logOut(deps, caller, body),
  getProfile: async ({ deps, caller }) => ({ data: await getProfile(deps, caller) }),
  register: ({ deps, caller, body }) => register(deps, caller, body),
  confirmUser: ({ deps, caller, body }) => confirmUser(deps, caller, body),
  resendCode: ({ deps, caller, body }) => resendCode(deps, caller, body),
  forgotPassword: ({ deps, caller, query }) => forgotPassword(deps, caller, query),
  confirmForgotPassword: ({ deps, caller, body }) => resetPassword(deps, caller, body),
  changeName: async ({ deps, caller, body }) => ({ data: await changeName(deps, caller, body) }),
  changePassword: ({ deps, caller, body }) => changePassword(deps, caller, body),
  listSessions: async ({ deps, caller }) => ({ data: await listSessions(deps, caller) }),
  endSession: ({ deps, caller, query }) => endSession(deps, caller, query),
  endOtherSessions: ({ deps, caller }) => endOtherSessions(deps, caller),
  getSecondFactor: async ({ deps, caller }) => ({ data: await getSecondFactor(deps, caller) }),
  startSecondFactor: async ({ deps, caller, body }) => ({ data: await startSecondFactor(deps, caller, body) }),
  confirmSecondFactor: async ({ deps, caller, body }) => ({ data: await confirmSecondFactor(deps, caller, body) }),
  renewRecoveryCodes: async ({ deps, caller, body }) => ({ data: await renewRecoveryCodes(deps, caller, body) }),
  stopSecondFactor: ({ deps, caller, body }) => stopSecondFactor(deps, caller, body),
} satisfies Partial<Handlers>
