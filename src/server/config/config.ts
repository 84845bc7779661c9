import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { checkEmail, checkFullName, checkNewPassword } from '#domain/accounts.ts'
import { brand } from '#domain/brand.ts'
import { ARCHIVES_KEPT_DAYS_MAX, RETENTION_NOTICE_DAYS } from '#domain/deletions.ts'
import { type SecondFactorPolicy, STAFF_SECOND_FACTOR_POLICIES } from '#domain/second-factor.ts'
import { GiB, MiB } from '#domain/units.ts'
import { PART_BYTES } from '#domain/uploads.ts'
import { type PostgresSettings, parseDatabaseUrl } from '../adapters/db/database-url.ts'
import type { Sender } from '../adapters/email/mime-message.ts'
import { parseSmtpUrl, type SmtpSettings } from '../adapters/email/smtp-url.ts'
import { type FarmNode, readNodes } from '../adapters/engines/farm/node-address.ts'
import { WEIGHTS, type Weight } from '../adapters/queue/queue.ts'
import { readS3Address, readS3Settings, type S3Settings } from '../adapters/storage/s3/address.ts'
import { baseMapProblem } from './base-map.ts'
import { isLoopback, reachable, withoutBrackets } from './loopback.ts'
import { parseCommand } from './parse-command.ts'
import { readSignOn, type SignOnSettings } from './sign-on.ts'

export type Config = {
  mode: 'development' | 'production' | 'test'
  /** Whether the first start in development makes a trial to look at, beside the demo accounts. */
  demoTrial: boolean
  exampleTrial: boolean
  host: string
  port: number
  /** Without a trailing slash. */
  publicUrl: string
  dataDir: string
  /** Null for the embedded database. */
  postgres: (PostgresSettings & { waitSeconds: number }) | null
  /** The connections that the calls of a process share. */
  connectionsMax: number
  /** Null for the embedded store. */
  objectStore: S3Settings | null
  /** Without `smtp`, emails are only written into the folder. */
  mail: { smtp: SmtpSettings | null; folder: string; from: Sender }
  /** The address of `/metrics`, never that of the product; null for none. */
  metrics: { host: string; port: number } | null
  /** The address for spans, in OTLP over HTTP; null for none. */
  traces: { url: string } | null
  /** The roles of this process: it answers calls, runs jobs, or both. */
  roles: readonly Role[]
  /** The jobs that it runs. */
  jobWeights: readonly Weight[]
  /** After the stop signal: how long it still accepts calls, and when running calls and jobs are interrupted. */
  stop: { drainSeconds: number; graceSeconds: number; jobGraceSeconds: number }
  partBytes: number
  /** The quota of each customer in bytes. */
  customerQuotaBytes: number
  /** How many days raw images are kept once their report is published, unless a customer chose otherwise; 0 for ever. */
  archivesKeptDays: number
  logLevel: string
  /** From SECRET_KEY; without it a key is created and kept in the data folder. */
  secretKey: Buffer | null
  /** The factor for the rate limits of addresses and accounts: 1 in production. */
  limitFactor: number
  /** Addresses and networks whose X-Forwarded-For is trusted. */
  trustedProxies: string[]
  /** By the nginx of ops/nginx in front, instead of by this process. */
  nginxSendsFiles: boolean
  /** Whether staff may work without a second factor. */
  staffSecondFactor: SecondFactorPolicy
  /** Whether registering and confirming disclose that an address has an account, as the specification's messages do. */
  accountDisclosure: 'spec' | 'private'
  /** The scanner with its arguments and environment; it reads a file from its standard input. */
  virusScan: { command: [program: string, ...args: string[]]; env: Record<string, string> } | null
  /** The nodes of the farm; empty for none. */
  farmNodes: readonly FarmNode[]
  /** Tiles in web mercator that lie below maps, and who made them; null for a plain ground. */
  baseMap: { url: string; attribution: string } | null
  /** Where customers may log in with their account there (OpenID Connect); null for passwords only. */
  signOn: SignOnSettings | null
  /** Where webhooks may go: to addresses of the internet, also to those of private networks, or nowhere. */
  webhooks: OutgoingPolicy
  /** The same for breeding databases that trials are connected to. */
  breedingDatabases: OutgoingPolicy
  /** The base of relative paths: the folder in which the command was typed, not the one in which it runs. */
  calledFrom: string
  admin: { email: string; password: string; fullName: string } | null
}

const OUTGOING_POLICIES = ['public', 'any', 'off'] as const
export type OutgoingPolicy = (typeof OUTGOING_POLICIES)[number]

const outgoing = z.enum(OUTGOING_POLICIES, 'must be public, any or off').default('public')

/** `worker` runs every job; the other two divide them over machines. */
const ROLES = ['web', 'worker', 'worker:light', 'worker:heavy'] as const
export type Role = (typeof ROLES)[number]

const checkedBy = (check: (value: string) => string | undefined) =>
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

/** A text that is read by `read`, or has the problem that it says. */
const readBy = <Read extends object>(read: (text: string) => Read | { problem: string }) =>
  z.string().transform((text, context) => {
    const found = read(text)
    if (!('problem' in found)) return found
    context.addIssue({ code: 'custom', message: found.problem })
    return z.NEVER
  })

const sender = readBy((text): Sender | { problem: string } => {
  const [, name = '', address = ''] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text) ?? [text, '', text]
  if (checkEmail(address) === undefined) return { name: name.trim(), address }
  return { problem: 'must be an email address, or a name and <email address>' }
})

const listenAddress = readBy((text) => {
  const [, host = '', port = ''] = /^(\[[0-9a-fA-F:.]+\]|[^:\s]+):(\d{1,5})$/.exec(text) ?? []
  const read = { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
  if (read.host && read.port >= 1 && read.port <= 65_535) return read
  return { problem: 'must be an address and a port, such as 127.0.0.1:9464' }
})

const roles = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(z.array(z.enum(ROLES, 'must be web, worker, worker:light or worker:heavy, separated by commas')))

const command = readBy(
  (text) => parseCommand(text) ?? { problem: 'must be plain words, or a JSON array of words; no shell reads it' },
)

const onOrOff = z.enum(['on', 'off'], 'must be on or off')
const isOn = (choice: 'on' | 'off'): boolean => choice === 'on'

const environment = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'must be development, production or test')
    .default('development'),
  HOST: z.string().min(1).transform(withoutBrackets).default('127.0.0.1'),
  PORT: wholeNumber(1, 65_535).default(8080),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .refine(
      (url) => !URL.canParse(url) || /^\/?$/.test(new URL(url).pathname + new URL(url).search),
      'must have no path',
    )
    .optional(),
  DEMO_TRIAL: onOrOff.default('on').transform(isOn),
  EXAMPLE_TRIAL: onOrOff.default('on').transform(isOn),
  DEVELOPMENT_IN_PUBLIC: z.enum(['yes'], 'must be yes or unset').optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: readBy(parseDatabaseUrl).optional(),
  DATABASE_CONNECTIONS: wholeNumber(2, 200).default(10),
  DATABASE_WAIT_SECONDS: wholeNumber(0, 3_600).default(120),
  STORAGE_URL: readBy(readS3Address).optional(),
  SMTP_URL: readBy(parseSmtpUrl).optional(),
  MAIL_FROM: sender.optional(),
  MAIL_FOLDER: z.string().min(1).optional(),
  METRICS_ADDRESS: listenAddress.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  AWS_REGION: z.string().optional(),
  AWS_DEFAULT_REGION: z.string().optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  ROLES: roles.default(['web', 'worker']),
  DRAIN_SECONDS: wholeNumber(0, 20).optional(),
  GRACE_SECONDS: wholeNumber(1, 25).default(25),
  JOB_GRACE_SECONDS: wholeNumber(1, 3_600).optional(),
  PART_BYTES: wholeNumber(1024, PART_BYTES).default(PART_BYTES),
  CUSTOMER_QUOTA_GIB: wholeNumber(1, 1_000_000).default(2048),
  ARCHIVES_KEPT_DAYS: wholeNumber(0, ARCHIVES_KEPT_DAYS_MAX)
    .refine((kept) => kept === 0 || kept >= RETENTION_NOTICE_DAYS, `must be 0, or at least ${RETENTION_NOTICE_DAYS}`)
    .default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64,}$/, 'must be at least 64 hexadecimal digits (openssl rand -hex 32)')
    .optional(),
  LIMIT_FACTOR: wholeNumber(1, 1_000).optional(),
  TRUSTED_PROXIES: networks.optional(),
  NGINX_SENDS_FILES: onOrOff.default('off').transform(isOn),
  STAFF_SECOND_FACTOR: z.enum(STAFF_SECOND_FACTOR_POLICIES, 'must be optional or required').default('optional'),
  ACCOUNT_DISCLOSURE: z.enum(['spec', 'private'], 'must be spec or private').default('spec'),
  VIRUS_SCAN_COMMAND: command.optional(),
  ENGINE_URLS: z.string().optional(),
  ENGINE_TOKENS: z.string().optional(),
  ENGINES_DRAINED: z.string().optional(),
  BASEMAP_URL: checkedBy(baseMapProblem).optional(),
  BASEMAP_ATTRIBUTION: z.string().max(200, 'must have at most 200 characters').optional(),
  OIDC_ISSUER: z.string().optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_DOMAINS: z.string().optional(),
  OIDC_NAME: z.string().max(60, 'must have at most 60 characters').optional(),
  WEBHOOKS: outgoing,
  BREEDING_DATABASES: outgoing,
  ADMIN_EMAIL: checkedBy(checkEmail).optional(),
  ADMIN_PASSWORD: checkedBy(checkNewPassword).optional(),
  ADMIN_NAME: checkedBy(checkFullName).default('Administrator'),
})

type Settings = z.output<typeof environment>

const adminOf = ({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ADMIN_NAME: fullName }: Settings): Config['admin'] =>
  email && password ? { email, password, fullName } : null

/** @throws ConfigError that names every problem at once. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const known = Object.keys(environment.shape)
  const given = Object.fromEntries(known.filter((name) => env[name]).map((name) => [name, env[name]]))
  const parsed = environment.safeParse(given)
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (Boolean(given['ADMIN_EMAIL']) !== Boolean(given['ADMIN_PASSWORD']))
    problems.push('ADMIN_EMAIL and ADMIN_PASSWORD: set both or neither')
  if (given['LIMIT_FACTOR'] && given['NODE_ENV'] === 'production')
    problems.push('LIMIT_FACTOR: must not be set in production')
  if (parsed.success) problems.push(...publicProblems(parsed.data))
  const jobWeights = weightsOf(parsed.data?.ROLES ?? [])
  const areSeparate = parsed.success && !(parsed.data.ROLES.includes('web') && jobWeights.length === WEIGHTS.length)
  if (areSeparate && !given['DATABASE_URL'])
    problems.push(
      'ROLES: with the embedded database one process must be web and worker; set DATABASE_URL to separate them',
    )
  if (given['DATABASE_URL'] && given['NODE_ENV'] === 'production' && !given['SECRET_KEY'])
    problems.push('SECRET_KEY: required with DATABASE_URL in production, the same for every process')
  const store = parsed.data?.STORAGE_URL
  const objectStore = parsed.data && store ? readS3Settings(store, parsed.data) : null
  if (objectStore && 'problems' in objectStore) problems.push(...objectStore.problems)
  if (objectStore && parsed.data && parsed.data.PART_BYTES < MiB(5))
    problems.push(`PART_BYTES: must be at least ${MiB(5)} with STORAGE_URL`)
  if (areSeparate && given['NODE_ENV'] === 'production' && !given['STORAGE_URL'])
    problems.push('ROLES: a separate worker needs the files in a bucket; set STORAGE_URL')
  const drainSeconds = parsed.data?.DRAIN_SECONDS ?? (given['NODE_ENV'] === 'production' ? 5 : 0)
  if (parsed.success) problems.push(...graceProblems(parsed.data, drainSeconds))
  const farmNodes = farmOf(given, problems)
  const signOn = readSignOn(given, problems)
  if (given['SMTP_URL'] && given['MAIL_FOLDER']) problems.push('SMTP_URL and MAIL_FOLDER: set one of them, not both')
  if (parsed.data?.METRICS_ADDRESS && parsed.data.METRICS_ADDRESS.port === parsed.data.PORT)
    problems.push('METRICS_ADDRESS: must have another port than PORT, which is public')
  if (jobWeights.includes('light') && given['NODE_ENV'] === 'production' && !given['SMTP_URL'] && !given['MAIL_FOLDER'])
    problems.push('SMTP_URL: required in production to send codes; MAIL_FOLDER saves emails as files instead')
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const e = parsed.data
  const publicUrl = (e.PUBLIC_URL ?? `http://${reachable(e.HOST)}:${e.PORT}`).replace(/\/$/, '')
  return {
    mode: e.NODE_ENV,
    demoTrial: e.DEMO_TRIAL,
    exampleTrial: e.EXAMPLE_TRIAL,
    host: e.HOST,
    port: e.PORT,
    publicUrl,
    dataDir: resolve(e.DATA_DIR),
    postgres: e.DATABASE_URL ? { ...e.DATABASE_URL, waitSeconds: e.DATABASE_WAIT_SECONDS } : null,
    connectionsMax: e.DATABASE_CONNECTIONS,
    objectStore: objectStore && 'bucket' in objectStore ? objectStore : null,
    mail: {
      smtp: e.SMTP_URL ?? null,
      folder: resolve(e.MAIL_FOLDER ?? join(e.DATA_DIR, 'mail')),
      from: e.MAIL_FROM ?? { name: brand.name, address: `no-reply@${new URL(publicUrl).hostname}` },
    },
    metrics: e.METRICS_ADDRESS ?? null,
    traces: e.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { url: `${e.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces` }
      : null,
    roles: e.ROLES,
    jobWeights,
    stop: { drainSeconds, graceSeconds: e.GRACE_SECONDS, jobGraceSeconds: e.JOB_GRACE_SECONDS ?? e.GRACE_SECONDS },
    partBytes: e.PART_BYTES,
    customerQuotaBytes: GiB(e.CUSTOMER_QUOTA_GIB),
    archivesKeptDays: e.ARCHIVES_KEPT_DAYS,
    logLevel: e.LOG_LEVEL ?? (e.NODE_ENV === 'production' ? 'info' : 'warn'),
    secretKey: e.SECRET_KEY ? Buffer.from(e.SECRET_KEY, 'hex') : null,
    limitFactor: e.LIMIT_FACTOR ?? (e.NODE_ENV === 'production' ? 1 : 100),
    trustedProxies: e.TRUSTED_PROXIES ?? [],
    nginxSendsFiles: e.NGINX_SENDS_FILES,
    virusScan: e.VIRUS_SCAN_COMMAND ? { command: e.VIRUS_SCAN_COMMAND, env: scannerEnvironment(env) } : null,
    farmNodes,
    baseMap: e.BASEMAP_URL ? { url: e.BASEMAP_URL, attribution: e.BASEMAP_ATTRIBUTION ?? '' } : null,
    signOn,
    webhooks: e.WEBHOOKS,
    breedingDatabases: e.BREEDING_DATABASES,
    calledFrom: resolve(env['SKYFURROW_CALLED_FROM'] ?? '.'),
    staffSecondFactor: e.STAFF_SECOND_FACTOR,
    accountDisclosure: e.ACCOUNT_DISCLOSURE,
    admin: adminOf(e),
  }
}

/** Adds what is wrong to `problems`. */
function farmOf(given: NodeJS.ProcessEnv, problems: string[]): FarmNode[] {
  const { ENGINE_URLS: urls, ENGINE_TOKENS: tokens, ENGINES_DRAINED: drained } = given
  if (!urls && (tokens || drained)) problems.push('ENGINE_TOKENS, ENGINES_DRAINED: need ENGINE_URLS')
  const nodes = urls ? readNodes({ urls, tokens, drained }) : []
  if (!('problem' in nodes)) return nodes
  problems.push(`ENGINE_URLS: ${nodes.problem}`)
  return []
}

/** The environment of a scanner, without the secrets of this program. */
const SCANNER_VARIABLES = ['PATH', 'HOME', 'LANG', 'TMPDIR']

const scannerEnvironment = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(SCANNER_VARIABLES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))

function graceProblems(e: z.output<typeof environment>, drainSeconds: number): string[] {
  const problems: string[] = []
  if (drainSeconds >= e.GRACE_SECONDS)
    problems.push('GRACE_SECONDS: starts at the signal, so it must be more than DRAIN_SECONDS')
  if (e.JOB_GRACE_SECONDS !== undefined && e.ROLES.includes('web'))
    problems.push('JOB_GRACE_SECONDS: for processes without the role web; with it, jobs have GRACE_SECONDS')
  return problems
}

const weightsOf = (named: readonly Role[]): Weight[] =>
  WEIGHTS.filter((weight) => named.includes('worker') || named.includes(`worker:${weight}`))

const OPEN_IN_DEVELOPMENT =
  'is open to other machines, and development mode shows mailed codes and has accounts with printed passwords. Set' +
  ' NODE_ENV=production, or DEVELOPMENT_IN_PUBLIC=yes if this is intended'

function publicProblems(e: z.output<typeof environment>): string[] {
  if (e.NODE_ENV !== 'development' || e.DEVELOPMENT_IN_PUBLIC) return []
  const hosts = { HOST: e.HOST, ...(e.PUBLIC_URL ? { PUBLIC_URL: new URL(e.PUBLIC_URL).hostname } : {}) }
  return Object.entries(hosts)
    .filter(([, host]) => !isLoopback(host))
    .map(([name, host]) => `${name}: ${host} ${OPEN_IN_DEVELOPMENT}`)
}

export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length} problem(s):\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}
