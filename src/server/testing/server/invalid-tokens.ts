import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { minutes } from '#domain/units.ts'
import type { TestServer } from './test-server.ts'
import { createUser, type TestUser } from './users.ts'

/** Every kind of invalid token, made from `valid`. `expired` was valid once. */
export async function invalidTokens(
  server: TestServer,
  { valid, expired }: { valid: TestUser; expired: string },
): Promise<Record<string, string | undefined>> {
  const [head = '', payload = '', signature = ''] = valid.token.split('.')
  const { sid } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string }
  const signed = (claims: Claims) => sign(server, { subject: valid.id, sid, ...claims })
  const stranger = await createUser(server)
  const loggedOut = await createUser(server)
  await server.call('logOut', { body: { refreshToken: loggedOut.refreshToken } })
  const deleted = await createUser(server)
  await server.deps.db.deleteFrom('users').where('id', '=', deleted.id).execute()
  const { body } = await server.call('refreshSession', { body: { refreshToken: stranger.refreshToken } })
  const otherKey = generateKeyPairSync('ed25519').privateKey

  return {
    anonymous: undefined,
    garbage: 'not.a.token',
    expired,
    algNone: `${headOf({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
    algNoneSigned: `${headOf({ alg: 'none', typ: 'at+jwt' })}.${payload}.${signature}`,
    otherAlgorithm: `${headOf({ alg: 'HS256', typ: 'at+jwt', kid: '1' })}.${payload}.${signature}`,
    cutSignature: `${head}.${payload}.${signature.slice(0, -4)}`,
    otherKey: await signed({ key: otherKey }),
    wrongAudience: await signed({ audience: 'web' }),
    wrongIssuer: await signed({ issuer: 'https://elsewhere.example' }),
    wrongType: await signed({ type: 'JWT' }),
    notYet: await signed({ notBeforeMs: minutes(5) }),
    sessionOfAnother: await signed({ subject: stranger.id }),
    noSuchSession: await signed({ sid: randomUUID() }),
    idToken: body.data.idToken,
    refreshToken: body.data.refreshToken,
    loggedOut: loggedOut.token,
    deletedUser: deleted.token,
  }
}

const headOf = (header: object): string => Buffer.from(JSON.stringify(header)).toString('base64url')

type Claims = {
  subject?: string
  sid?: string
  key?: KeyObject
  audience?: string
  issuer?: string
  type?: string
  notBeforeMs?: number
}

/** An access token like the server's, except for the given claims. */
async function sign({ deps }: TestServer, claims: Claims & { subject: string; sid: string }): Promise<string> {
  const seconds = Math.floor(deps.now().getTime() / 1000)
  const token = new SignJWT({ sid: claims.sid })
    .setProtectedHeader({ alg: 'EdDSA', kid: '1', typ: claims.type ?? 'at+jwt' })
    .setSubject(claims.subject)
    .setIssuer(claims.issuer ?? deps.config.publicUrl)
    .setAudience(claims.audience ?? 'api')
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + minutes(10) / 1000)
  if (claims.notBeforeMs !== undefined) token.setNotBefore(seconds + claims.notBeforeMs / 1000)
  return token.sign(claims.key ?? deps.keys.tokenSigning)
}
