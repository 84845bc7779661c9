import type { Handlers } from '../../handler.ts'
import { changeName } from './change-name.ts'
import { requestCode } from './codes/request-code.ts'
import { getProfile } from './get-profile.ts'
import { changePassword } from './passwords/change-password.ts'
import { resetPassword } from './passwords/reset-password.ts'
import { confirmUser } from './registration/confirm-user.ts'
import { register } from './registration/register.ts'
import { confirmSecondFactor } from './second-factor/confirm-second-factor.ts'
import { getSecondFactor } from './second-factor/get-second-factor.ts'
import { renewRecoveryCodes } from './second-factor/renew-recovery-codes.ts'
import { startSecondFactor } from './second-factor/start-second-factor.ts'
import { stopSecondFactor } from './second-factor/stop-second-factor.ts'
import { endOtherSessions } from './sessions/end-other-sessions.ts'
import { endSession } from './sessions/end-session.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { logIn } from './sessions/log-in.ts'
import { logOut } from './sessions/log-out.ts'
import { refresh } from './sessions/refresh.ts'
import { finishSignOn } from './sign-on/finish-sign-on.ts'
import { startSignOn } from './sign-on/start-sign-on.ts'

export const accountHandlers = {
  logIn: async ({ deps, caller, body }) => ({ data: await logIn(deps, caller, body) }),
  refreshSession: async ({ deps, caller, body }) => ({ data: await refresh(deps, caller, body) }),
  getSignOn: async ({ deps }) => ({ data: { name: deps.config.signOn?.name ?? null } }),
  startSignOn: async ({ deps }) => ({ data: await startSignOn(deps) }),
  finishSignOn: async ({ deps, caller, body }) => ({ data: await finishSignOn(deps, caller, body) }),
  logOut: ({ deps, caller, body }) => logOut(deps, caller, body),
  getProfile: async ({ deps, caller }) => ({ data: await getProfile(deps, caller) }),
  register: ({ deps, caller, body }) => register(deps, caller, body),
  confirmUser: ({ deps, caller, body }) => confirmUser(deps, caller, body),
  resendCode: ({ deps, caller, body }) => requestCode(deps, caller, { ...body, purpose: 'CONFIRM' }),
  forgotPassword: ({ deps, caller, query }) => requestCode(deps, caller, { ...query, purpose: 'RESET' }),
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
