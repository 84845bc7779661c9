import { describe, expect, it } from 'vitest'
import { afterLogIn, canUseDashboard, defaultPathOf, onTheWay, originFrom } from './paths.ts'

const staff = { roles: ['ADMIN'], userStatus: 'APPROVED' } as const
const customer = { roles: ['USER'], userStatus: 'APPROVED' } as const
const newcomer = { roles: ['USER'], userStatus: 'PENDING' } as const
const revoked = { roles: ['ADMIN'], userStatus: 'ON_HOLD' } as const

describe('where a person goes after login', () => {
  it('is the default page of the role and account status', () => {
    expect(defaultPathOf(staff)).toBe('/dashboard')
    expect(defaultPathOf(customer)).toBe('/my-dashboard')
    expect(defaultPathOf(newcomer)).toBe('/')
    expect(defaultPathOf(revoked)).toBe('/')
    expect(defaultPathOf({ ...revoked, requiredAction: 'SECOND_FACTOR' })).toBe('/')
    expect([staff, customer, newcomer, revoked].map(canUseDashboard)).toEqual([true, true, false, false])
  })

  it('is the page that required the login, query string included, if the person may open it', () => {
    expect(afterLogIn(staff, '/dashboard/users?search=ann')).toBe('/dashboard/users?search=ann')
    expect(afterLogIn(customer, '/my-dashboard?status=pending')).toBe('/my-dashboard?status=pending')
    expect([staff, customer, newcomer].map((person) => afterLogIn(person, '/account'))).toEqual(
      Array(3).fill('/account'),
    )
  })

  it('is the invitation that led to the login, also before an approval', () => {
    expect(afterLogIn(newcomer, '/join?code=abc')).toBe('/join?code=abc')
  })

  it('is the account page for a person with a required action', () => {
    const person = { ...staff, requiredAction: 'SECOND_FACTOR' } as const
    expect(defaultPathOf(person)).toBe('/account')
    expect(afterLogIn(person, '/dashboard/users')).toBe('/account')
  })

  it('is the default page if the person may not open the other', () => {
    expect(afterLogIn(customer, '/dashboard/users')).toBe('/my-dashboard')
    expect(afterLogIn(staff, '/my-dashboard')).toBe('/dashboard')
    expect(afterLogIn(newcomer, '/my-dashboard')).toBe('/')
    expect(afterLogIn(revoked, '/dashboard/users')).toBe('/')
    expect(afterLogIn(revoked, '/my-dashboard')).toBe('/')
    expect(afterLogIn(staff, '/dashboards')).toBe('/dashboard')
  })

  it('is never a page of another site', () => {
    expect(originFrom({ origin: '//evil.example' })).toBeUndefined()
    expect(originFrom({ origin: 'https://evil.example' })).toBeUndefined()
    expect(originFrom('/dashboard')).toBeUndefined()
    expect(originFrom({ origin: '/dashboard' })).toBe('/dashboard')
  })

  it('is passed on from screen to screen, without what else a screen was given', () => {
    expect(onTheWay({ origin: '/account', email: 'old@field.example' }, { email: 'ann@field.example' })).toEqual({
      origin: '/account',
      email: 'ann@field.example',
    })
    expect(onTheWay({ origin: '//evil.example' })).toEqual({})
  })
})
