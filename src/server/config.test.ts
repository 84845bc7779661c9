import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const ADMIN = { ADMIN_EMAIL: 'staff@example.org', ADMIN_PASSWORD: 'Furrow-2026!' }

test('without any setting the defaults stand', () => {
  expect(readConfig({})).toEqual({
    mode: 'development',
    host: '127.0.0.1',
    port: 8080,
    publicUrl: 'http://127.0.0.1:8080',
    dataDir: resolve('data'),
    partBytes: 512 * 1024 * 1024,
    logLevel: 'warn',
    secretKey: null,
    limitFactor: 100,
    trustedProxies: [],
    admin: null,
  })
})

test('every fault is named at once', () => {
  const env = {
    NODE_ENV: 'prod',
    PORT: '80x',
    PUBLIC_URL: 'ftp://files.example.org',
    PART_BYTES: '10',
    LOG_LEVEL: 'loud',
    SECRET_KEY: 'short',
    ADMIN_EMAIL: 'nobody',
    ADMIN_NAME: 'Al',
  }
  expect(() => readConfig(env)).toThrow(/fault\(s\)/)
  for (const name of [...Object.keys(env), 'ADMIN_PASSWORD']) expect(() => readConfig(env)).toThrow(name)
})

test.each([
  [{ PORT: '0' }, 'PORT: must be at least 1'],
  [{ PORT: '65536' }, 'PORT: must be at most 65535'],
  [{ PORT: '-1' }, 'PORT: must be a whole number'],
  [{ PORT: '8080.5' }, 'PORT: must be a whole number'],
  [{ PORT: '99999999999999999999999' }, 'PORT: must be at most 65535'],
  [{ PUBLIC_URL: 'skyfurrow.example' }, 'PUBLIC_URL: must be an http or https address'],
  [{ PUBLIC_URL: 'https://skyfurrow.example/app' }, 'PUBLIC_URL: must have no path'],
  [{ PART_BYTES: String(512 * 1024 * 1024 + 1) }, 'PART_BYTES: must be at most 536870912'],
  [{ NODE_ENV: 'production', LIMIT_FACTOR: '5' }, 'LIMIT_FACTOR: in production the limits stand as they are'],
  [{ TRUSTED_PROXIES: 'everyone' }, 'TRUSTED_PROXIES: must be addresses or networks'],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES: must be addresses or networks'],
  [{ TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES: must be addresses or networks'],
  [{ ADMIN_EMAIL: ADMIN.ADMIN_EMAIL }, 'ADMIN_EMAIL and ADMIN_PASSWORD: set both or neither'],
  [{ ADMIN_PASSWORD: ADMIN.ADMIN_PASSWORD }, 'ADMIN_EMAIL and ADMIN_PASSWORD: set both or neither'],
  [{ ...ADMIN, ADMIN_PASSWORD: 'password1' }, 'ADMIN_PASSWORD: Password must include uppercase letter'],
  [{ ...ADMIN, ADMIN_NAME: 'Al' }, 'ADMIN_NAME: Full name must be at least 4 characters'],
])('%j: %s', (env, fault) => {
  expect(() => readConfig(env)).toThrow(fault)
})

test('a refused password is not printed', () => {
  const env = { ...ADMIN, ADMIN_PASSWORD: 'no-capitals-1' }
  expect(() => readConfig(env)).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('no-capitals') }),
  )
})

test('settings are taken as they are written; an empty one counts as absent', () => {
  const secret = '0123456789abcdef'.repeat(4)
  expect(
    readConfig({
      ...ADMIN,
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      PORT: '9000',
      PUBLIC_URL: 'https://skyfurrow.example/',
      DATA_DIR: '/srv/data',
      PART_BYTES: '65536',
      LOG_LEVEL: '',
      SECRET_KEY: secret,
      TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::7',
      UNKNOWN: 'ignored',
    }),
  ).toEqual({
    mode: 'production',
    host: '0.0.0.0',
    port: 9000,
    publicUrl: 'https://skyfurrow.example',
    dataDir: '/srv/data',
    partBytes: 65_536,
    logLevel: 'info',
    secretKey: Buffer.from(secret, 'hex'),
    limitFactor: 1,
    trustedProxies: ['10.0.0.0/8', '2001:db8::7'],
    admin: { email: 'staff@example.org', password: 'Furrow-2026!', fullName: 'Administrator' },
  })
})

test.each(['https://Skyfurrow.example', 'https://skyfurrow.example:443/', 'http://[::1]:8080'])(
  '%s is a public address',
  (url) => {
    expect(readConfig({ PUBLIC_URL: url }).publicUrl).toBe(url.replace(/\/$/, ''))
  },
)

test('links of a server that listens everywhere lead to this machine unless told otherwise', () => {
  expect(readConfig({ HOST: '0.0.0.0', PORT: '9000' }).publicUrl).toBe('http://127.0.0.1:9000')
})
