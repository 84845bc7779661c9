import { randomUUID } from 'node:crypto'
import { api, type BodyIn, type EndpointName } from '#contract/api.ts'
import { pathOf } from '#contract/endpoint.ts'
import { openTestServer, type TestServer } from './test-server.ts'
import { PASSWORD } from './users.ts'

/** A server with production rate limits that trusts X-Forwarded-For. */
export const openRateLimitedServer = (): Promise<TestServer> =>
  openTestServer({ LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' })

let addresses = 0
/** An IP address that no rate limit has counted yet. */
export function newAddress(): string {
  addresses += 1
  return `2001:db8:0:${addresses.toString(16)}::1`
}

export const newEmail = (): string => `${randomUUID()}@example.org`

export type Reply = {
  status: number
  text: string
  message: string
  retryAfter: number
  data: { accessToken: string; refreshToken: string }
}

/** The calls of anonymous clients. By default every call comes from another IP address. */
export function anonymousClient(server: () => TestServer) {
  async function send<Name extends EndpointName>(
    name: Name,
    body: BodyIn<Name>,
    { from = newAddress(), query = '' } = {},
  ): Promise<Reply> {
    const response = await fetch(server().url + pathOf(api[name]) + query, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    const { message, data } = JSON.parse(text) as Reply
    return { status: response.status, text, message, data, retryAfter: Number(response.headers.get('retry-after')) }
  }

  return {
    logIn: (email: string, password = PASSWORD, from = newAddress()) => send('logIn', { email, password }, { from }),
    logInWithCode: (email: string, code: string, password = PASSWORD) => send('logIn', { email, password, code }),
    register: (email: string, from = newAddress()) =>
      send('register', { fullName: 'Anna Bauer', email, password: PASSWORD }, { from }),
    confirm: (email: string, confirmationCode: string, from = newAddress()) =>
      send('confirmUser', { email, fullName: '', confirmationCode }, { from }),
    resend: (email: string, from = newAddress()) => send('resendCode', { email }, { from }),
    forgot: (email: string, from = newAddress()) =>
      send('forgotPassword', {}, { from, query: `?email=${encodeURIComponent(email)}` }),
    reset: (email: string, verificationCode: string, { newPassword = PASSWORD, from = newAddress() } = {}) =>
      send('confirmForgotPassword', { email, verificationCode, newPassword }, { from }),
    refresh: (refreshToken: string) => send('refreshSession', { refreshToken }),
  }
}

/** Runs `act` so many times concurrently. */
export const concurrently = <T>(count: number, act: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => act(at)))

export const countOf = (replies: readonly Reply[], status: number): number =>
  replies.filter((reply) => reply.status === status).length
