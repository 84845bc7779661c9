import { describe, expect, it } from 'vitest'
import type { Session, SessionUser } from '#web/lib/session/session.ts'
import { judge } from './guard-decision.ts'

const customer: SessionUser = {
  email: 'ann@field.example',
  fullName: 'Ann Lee',
  roles: ['USER'],
  userStatus: 'APPROVED',
  assignedProjects: [],
  message: null,
}
const session = (user: Partial<SessionUser> | undefined, check: Session['check'] = 'done'): Session => ({
  user: user && { ...customer, ...user },
  check,
  ending: 'none',
})

describe('a protected screen', () => {
  it('sends whoever is not signed in to the path it is given, by default to the home page', () => {
    expect(judge(session(undefined), { allow: ['USER'] })).toEqual({ is: 'signed-out', to: '/' })
    expect(judge(session(undefined), { allow: ['USER'], redirectTo: '/log-in' })).toMatchObject({ to: '/log-in' })
  })

  it('lets every role of its list in, and no other', () => {
    for (const role of ['ADMIN', 'USER'] as const) {
      expect(judge(session({ roles: [role] }), { allow: ['ADMIN', 'USER'] })).toEqual({ is: 'let-in' })
      expect(judge(session({ roles: [role] }), { allow: [] })).toMatchObject({ is: 'wrong-role' })
    }
    expect(judge(session({ roles: ['ADMIN'] }), { allow: ['USER'] })).toEqual({ is: 'wrong-role', to: '/dashboard' })
    expect(judge(session({ roles: ['ADMIN', 'USER'] }), { allow: ['USER'] })).toEqual({ is: 'let-in' })
  })

  it.each(['USER', 'ADMIN'] as const)('of approved people sends any other home: %s', (role) => {
    const rules = { allow: [role], approvedOnly: true } as const
    for (const userStatus of ['PENDING', 'REJECTED', 'ON_HOLD'] as const)
      for (const due of [undefined, 'SECOND_FACTOR'] as const)
        expect(judge(session({ roles: [role], userStatus, due }), rules)).toEqual({ is: 'not-approved', to: '/' })
    expect(judge(session({ roles: [role] }), rules)).toEqual({ is: 'let-in' })
  })

  it('leads whoever has something to do first to his account, where he does it', () => {
    for (const due of ['NEW_PASSWORD', 'SECOND_FACTOR'] as const) {
      const staff = session({ roles: ['ADMIN'], due })
      expect(judge(staff, { allow: ['ADMIN'] })).toEqual({ is: 'due', to: '/account' })
      expect(judge(staff, { allow: ['ADMIN', 'USER'], allowRequiredAction: true })).toEqual({ is: 'let-in' })
    }
  })

  it('says nothing before the session is checked, and can not judge a person without a role', () => {
    expect(judge(session({}, 'running'), { allow: ['USER'] })).toEqual({ is: 'checking' })
    expect(judge(session({ roles: [] }), { allow: ['USER'] })).toEqual({ is: 'unknown' })
  })
})
