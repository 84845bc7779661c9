import { Secret, TOTP } from 'otpauth'
import { TOTP_STEP_SECONDS } from '#domain/second-factor.ts'
import { seconds } from '#domain/units.ts'
import type { TestServer } from './test-server.ts'
import { PASSWORD, type TestUser } from './users.ts'

const STEP_MS = seconds(TOTP_STEP_SECONDS)

/** Moves the clock to the start of the next step, so that a test has half a minute until the codes change. */
export const toNextStep = (server: TestServer): void =>
  server.advance(STEP_MS - (server.deps.now().getTime() % STEP_MS))

/** The code that an authenticator app shows now, or this many steps from now. */
export const codeOf = (server: TestServer, key: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key), algorithm: 'SHA1', digits: 6, period: TOTP_STEP_SECONDS }).generate({
    timestamp: server.deps.now().getTime() + steps * STEP_MS,
  })

/** Six digits that are not valid at present. */
export function wrongCodeOf(server: TestServer, key: string, by = 1): string {
  const valid = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(server, key, steps)))
  const other = String((Number(codeOf(server, key)) + by) % 1_000_000).padStart(6, '0')
  return valid.has(other) ? wrongCodeOf(server, key, by + 7) : other
}

/** Enables a second factor through the API. The step of the confirming code can't be used again. */
export async function switchOnFactor(
  server: TestServer,
  { token }: Pick<TestUser, 'token'>,
  currentPassword = PASSWORD,
): Promise<{ key: string; recoveryCodes: string[] }> {
  toNextStep(server)
  const { key } = (await server.call('startSecondFactor', { token, body: { currentPassword } })).body.data
  const { body } = await server.call('confirmSecondFactor', { token, body: { code: codeOf(server, key) } })
  return { key, recoveryCodes: body.data.recoveryCodes }
}
