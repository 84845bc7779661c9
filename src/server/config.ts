import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { checkEmail, checkFullName, checkNewPassword } from '#domain/accounts.ts'
import { PART_BYTES } from '#domain/uploads.ts'

export type Config = {
  mode: 'development' | 'production' | 'test'
  host: string
  port: number
  /** Without a slash at its end. */
  publicUrl: string
  dataDir: string
  partBytes: number
  logLevel: string
  /** From SECRET_KEY; without it a key is made and kept in the data folder. */
  secretKey: Buffer | null
  /** What the limits of addresses and accounts are multiplied by: 1 in production. */
  limitFactor: number
  /** Addresses and networks whose X-Forwarded-For is believed. */
  trustedProxies: string[]
  admin: { email: string; password: string; fullName: string } | null
}

const ruled = (check: (value: string) => string | undefined) =>
  z.string().superRefine((value, context) => {
    const message = check(value)
    if (message) context.addIssue({ code: 'custom', message })
  })

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))

const isNetwork = (text: string): boolean => {
  const [address = '', bits, more] = text.split('/')
  const longest = isIP(address) === 6 ? 128 : 32
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= longest)
  return isIP(address) !== 0 && fits && more === undefined
}

const networks = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine((list) => list.every(isNetwork), 'must be addresses or networks (10.0.0.0/8), separated by commas')

const environment = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'must be development, production or test')
    .default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: wholeNumber(1, 65_535).default(8080),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .refine(
      (url) => !URL.canParse(url) || /^\/?$/.test(new URL(url).pathname + new URL(url).search),
      'must have no path',
    )
    .optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  PART_BYTES: wholeNumber(1024, PART_BYTES).default(PART_BYTES),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64,}$/, 'must be at least 64 hexadecimal digits (openssl rand -hex 32)')
    .optional(),
  LIMIT_FACTOR: wholeNumber(1, 1_000).optional(),
  TRUSTED_PROXIES: networks.optional(),
  ADMIN_EMAIL: ruled(checkEmail).optional(),
  ADMIN_PASSWORD: ruled(checkNewPassword).optional(),
  ADMIN_NAME: ruled(checkFullName).default('Administrator'),
})

/** @throws ConfigError that names every fault at once. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const known = Object.keys(environment.shape)
  const given = Object.fromEntries(
    known.filter((name) => env[name] !== undefined && env[name] !== '').map((name) => [name, env[name]]),
  )
  const parsed = environment.safeParse(given)
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (Boolean(given['ADMIN_EMAIL']) !== Boolean(given['ADMIN_PASSWORD']))
    faults.push('ADMIN_EMAIL and ADMIN_PASSWORD: set both or neither')
  if (given['LIMIT_FACTOR'] && given['NODE_ENV'] === 'production')
    faults.push('LIMIT_FACTOR: in production the limits stand as they are')
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)
  const e = parsed.data
  return {
    mode: e.NODE_ENV,
    host: e.HOST,
    port: e.PORT,
    publicUrl: (e.PUBLIC_URL ?? `http://${e.HOST === '0.0.0.0' ? '127.0.0.1' : e.HOST}:${e.PORT}`).replace(/\/$/, ''),
    dataDir: resolve(e.DATA_DIR),
    partBytes: e.PART_BYTES,
    logLevel: e.LOG_LEVEL ?? (e.NODE_ENV === 'production' ? 'info' : 'warn'),
    secretKey: e.SECRET_KEY ? Buffer.from(e.SECRET_KEY, 'hex') : null,
    limitFactor: e.LIMIT_FACTOR ?? (e.NODE_ENV === 'production' ? 1 : 100),
    trustedProxies: e.TRUSTED_PROXIES ?? [],
    admin:
      e.ADMIN_EMAIL && e.ADMIN_PASSWORD
        ? { email: e.ADMIN_EMAIL, password: e.ADMIN_PASSWORD, fullName: e.ADMIN_NAME }
        : null,
  }
}

export class ConfigError extends Error {
  constructor(faults: string[]) {
    super(`The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}
