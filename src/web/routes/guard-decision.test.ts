import { describe, expect, it } from 'vitest'
import type { Session, SessionUser } from '#web/lib/session/session.ts'
import { decide } from './guard-decision.ts'

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
  it('redirects a visitor who is not signed in to the given path, by default to the home page', () => {
    expect(decide(session(undefined), { allow: ['USER'] })).toEqual({ is: 'signed-out', to: '/' })
    expect(decide(session(undefined), { allow: ['USER'], redirectTo: '/log-in' })).toMatchObject({ to: '/log-in' })
  })

  it('allows every role of its list, and no other', () => {
    for (const role of ['ADMIN', 'USER'] as const) {
      expect(decide(session({ roles: [role] }), { allow: ['ADMIN', 'USER'] })).toEqual({ is: 'allowed' })
      expect(decide(session({ roles: [role] }), { allow: [] })).toMatchObject({ is: 'wrong-role' })
    }
    expect(decide(session({ roles: ['ADMIN'] }), { allow: ['USER'] })).toEqual({ is: 'wrong-role', to: '/dashboard' })
    expect(decide(session({ roles: ['ADMIN', 'USER'] }), { allow: ['USER'] })).toEqual({ is: 'allowed' })
  })

  it.each(['USER', 'ADMIN'] as const)('for approved people redirects all others to the home page: %s', (role) => {
    const rules = { allow: [role], approvedOnly: true } as const
    for (const userStatus of ['PENDING', 'REJECTED', 'ON_HOLD'] as const)
      for (const requiredAction of [undefined, 'SECOND_FACTOR'] as const)
        expect(decide(session({ roles: [role], userStatus, requiredAction }), rules)).toEqual({
          is: 'not-approved',
          to: '/',
        })
    expect(decide(session({ roles: [role] }), rules)).toEqual({ is: 'allowed' })
  })

  it('redirects a person with a required action to the account page, where it is done', () => {
    for (const requiredAction of ['NEW_PASSWORD', 'SECOND_FACTOR'] as const) {
      const staff = session({ roles: ['ADMIN'], requiredAction })
      expect(decide(staff, { allow: ['ADMIN'] })).toEqual({ is: 'required-action', to: '/account' })
      expect(decide(staff, { allow: ['ADMIN', 'USER'], allowRequiredAction: true })).toEqual({ is: 'allowed' })
    }
  })

  it('waits until the session is checked, and reports a person without a role', () => {
    expect(decide(session({}, 'running'), { allow: ['USER'] })).toEqual({ is: 'checking' })
    expect(decide(session({ roles: [] }), { allow: ['USER'] })).toEqual({ is: 'unknown' })
  })
})
