import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const ADMIN = { ADMIN_EMAIL: 'staff@example.org', ADMIN_PASSWORD: 'Furrow-2026!' }

test('without any setting the defaults stand', () => {
  expect(readConfig({})).toEqual({
    mode: 'development',
    demoTrial: true,
    exampleTrial: true,
    host: '127.0.0.1',
    port: 8080,
    publicUrl: 'http://127.0.0.1:8080',
    dataDir: resolve('data'),
    postgres: null,
    connectionsMax: 10,
    objectStore: null,
    mail: { smtp: null, folder: resolve('data/mail'), from: { name: 'Skyfurrow', address: 'no-reply@127.0.0.1' } },
    metrics: null,
    traces: null,
    roles: ['web', 'worker'],
    jobWeights: ['light', 'heavy'],
    farmNodes: [],
    stop: { drainSeconds: 0, graceSeconds: 25, jobGraceSeconds: 25 },
    partBytes: 512 * 1024 * 1024,
    customerQuotaBytes: 2048 * 1024 ** 3,
    archivesKeptDays: 0,
    logLevel: 'warn',
    secretKey: null,
    limitFactor: 100,
    trustedProxies: [],
    nginxSendsFiles: false,
    virusScan: null,
    baseMap: null,
    signOn: null,
    webhooks: 'public',
    breedingDatabases: 'public',
    calledFrom: resolve('.'),
    staffSecondFactor: 'optional',
    accountDisclosure: 'spec',
    admin: null,
  })
})

test('every problem is reported together', () => {
  const env = {
    NODE_ENV: 'prod',
    PORT: '80x',
    PUBLIC_URL: 'ftp://files.example.org',
    PART_BYTES: '10',
    CUSTOMER_QUOTA_GIB: '1.5',
    ARCHIVES_KEPT_DAYS: '7',
    LOG_LEVEL: 'loud',
    STAFF_SECOND_FACTOR: 'yes',
    ACCOUNT_DISCLOSURE: 'public',
    SECRET_KEY: 'short',
    DATABASE_URL: 'mysql://localhost',
    ROLES: 'web,cook',
    ADMIN_EMAIL: 'nobody',
    ADMIN_NAME: 'Al',
  }
  expect(() => readConfig(env)).toThrow(/problem\(s\)/)
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
  [{ NODE_ENV: 'production', LIMIT_FACTOR: '5' }, 'LIMIT_FACTOR: must not be set in production'],
  [{ ROLES: 'web' }, 'ROLES: with the embedded database one process must be web and worker'],
  [{ ROLES: 'worker', NODE_ENV: 'production' }, 'ROLES: a separate worker needs the files in a bucket'],
  [{ STORAGE_URL: 'file:///mnt/fields' }, 'STORAGE_URL: must begin with s3:// and the name of a bucket'],
  [{ BASEMAP_URL: 'https://tiles.example.org/{z}/{x}.png' }, 'BASEMAP_URL: must be an address like'],
  [{ BASEMAP_URL: 'http://tiles.example.org/{z}/{x}/{y}.png' }, 'BASEMAP_URL: must begin with https://'],
  [{ BASEMAP_URL: 'https://{x}.example.org/{z}/{x}/{y}.png' }, 'BASEMAP_URL: must have a plain host'],
  [{ BASEMAP_URL: 'https://a:b@example.org/{z}/{x}/{y}.png' }, 'BASEMAP_URL: must have a plain host'],
  [{ BASEMAP_URL: 'javascript:{z}{x}{y}' }, 'BASEMAP_URL: must begin with https://'],
  [{ ENGINE_URLS: 'ftp://10.0.0.5' }, 'ENGINE_URLS: address 1 must be an http or https address'],
  [{ ENGINE_URLS: 'http://a:1,http://u:p@b:1' }, 'ENGINE_URLS: address 2 must have no user name'],
  [{ ENGINE_URLS: 'http://a:1,http://a:1/' }, 'ENGINE_URLS: address 2 is there twice'],
  [{ ENGINE_URLS: 'http://a:1?key=x' }, 'ENGINE_URLS: address 1 must have no query but ?token='],
  [{ ENGINE_URLS: 'http://a:1?token=x', ENGINE_TOKENS: 'y' }, 'ENGINE_URLS: address 1 has a token, and one in'],
  [{ ENGINE_URLS: 'http://a:1,http://b:1', ENGINE_TOKENS: 'y' }, 'ENGINE_URLS: needs as many entries in ENGINE_TOKENS'],
  [{ ENGINE_TOKENS: 'y' }, 'ENGINE_TOKENS, ENGINES_DRAINED: need ENGINE_URLS'],
  [{ ENGINES_DRAINED: 'http://a:1' }, 'ENGINE_TOKENS, ENGINES_DRAINED: need ENGINE_URLS'],
  [
    { ENGINE_URLS: 'http://a:1', ENGINES_DRAINED: 'http://b:1' },
    'ENGINE_URLS: does not have address 1 of ENGINES_DRAINED',
  ],
  [{ DRAIN_SECONDS: '21' }, 'DRAIN_SECONDS: must be at most 20'],
  [{ GRACE_SECONDS: '26' }, 'GRACE_SECONDS: must be at most 25'],
  [{ NODE_ENV: 'production', GRACE_SECONDS: '5' }, 'GRACE_SECONDS: starts at the signal'],
  [{ DATABASE_URL: 'postgres://anna@db.example.org/fields?sslmode=disable' }, 'DATABASE_URL: sslmode=disable is for'],
  [
    { NODE_ENV: 'production', DATABASE_URL: 'postgres://anna@localhost/fields' },
    'SECRET_KEY: required with DATABASE_URL',
  ],
  [{ TRUSTED_PROXIES: 'everyone' }, 'TRUSTED_PROXIES: must be addresses or networks'],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES: must be addresses or networks'],
  [{ TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES: must be addresses or networks'],
  [{ VIRUS_SCAN_COMMAND: 'cat | clamscan -' }, 'VIRUS_SCAN_COMMAND: must be plain words'],
  [{ ADMIN_EMAIL: ADMIN.ADMIN_EMAIL }, 'ADMIN_EMAIL and ADMIN_PASSWORD: set both or neither'],
  [{ ADMIN_PASSWORD: ADMIN.ADMIN_PASSWORD }, 'ADMIN_EMAIL and ADMIN_PASSWORD: set both or neither'],
  [{ ...ADMIN, ADMIN_PASSWORD: 'password1' }, 'ADMIN_PASSWORD: Password must include uppercase letter'],
  [{ NODE_ENV: 'production' }, 'SMTP_URL: required in production'],
  [{ HOST: '0.0.0.0', DEVELOPMENT_IN_PUBLIC: 'no' }, 'DEVELOPMENT_IN_PUBLIC: must be yes'],
  [{ SMTP_URL: 'smtp://localhost', MAIL_FOLDER: '/srv/mail' }, 'SMTP_URL and MAIL_FOLDER: set one'],
  [{ SMTP_URL: 'https://mail.example.org' }, 'SMTP_URL: must be an address like'],
  [{ SMTP_URL: 'smtp://anna@mail.example.org' }, 'SMTP_URL: must have both a user and a password'],
  [{ SMTP_URL: 'smtp://mail.example.org?secure=false' }, 'SMTP_URL: knows no parameter "secure"'],
  [{ MAIL_FROM: 'Skyfurrow' }, 'MAIL_FROM: must be an email address'],
  [{ MAIL_FROM: 'a@example.org\r\nBcc: eve@example.org' }, 'MAIL_FROM: must be an email address'],
  [{ MAIL_FROM: 'Sky\nBcc: eve@example.org <a@example.org>' }, 'MAIL_FROM: must be an email address'],
  [{ OIDC_CLIENT_ID: 'us' }, 'OIDC_CLIENT_ID: set OIDC_ISSUER as well'],
  [{ OIDC_ISSUER: 'https://login.example.org' }, 'OIDC_DOMAINS: required with OIDC_ISSUER'],
  [{ OIDC_ISSUER: 'http://login.example.org' }, 'OIDC_ISSUER: must be an address like'],
  [{ OIDC_ISSUER: 'https://login.example.org', OIDC_DOMAINS: '*' }, 'OIDC_DOMAINS: must be domains'],
  [{ ...ADMIN, ADMIN_NAME: 'Al' }, 'ADMIN_NAME: Full name must be at least 4 characters'],
])('%j: %s', (env, problem) => {
  expect(() => readConfig(env)).toThrow(problem)
})

test('a wrong address of a mail server is refused without the password in it', () => {
  for (const rest of ['@mail.example.org/path', '@mail.example.org?tls=no', '%zz@mail.example.org', '@']) {
    const read = () => readConfig({ SMTP_URL: `smtps://anna:Spade-Key${rest}` })
    expect(read).toThrow('SMTP_URL: ')
    expect(read).toThrow(expect.objectContaining({ message: expect.not.stringContaining('Spade-Key') }))
  }
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
      CUSTOMER_QUOTA_GIB: '3',
      ARCHIVES_KEPT_DAYS: '90',
      LOG_LEVEL: '',
      SECRET_KEY: secret,
      STAFF_SECOND_FACTOR: 'required',
      ACCOUNT_DISCLOSURE: 'private',
      TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::7',
      NGINX_SENDS_FILES: 'on',
      PATH: '/usr/bin',
      SKYFURROW_CALLED_FROM: '/home/op',
      BASEMAP_URL: 'https://tiles.example.org/{z}/{x}/{y}.png',
      BASEMAP_ATTRIBUTION: '© Example Maps',
      ENGINE_URLS: 'http://10.0.0.5:3000/, https://odm.example.org/one?token=s3,http://c:1',
      ENGINE_TOKENS: 's1,,',
      ENGINES_DRAINED: 'http://c:1/',
      VIRUS_SCAN_COMMAND: 'clamdscan --fdpass --no-summary -',
      SMTP_URL: 'smtps://anna:p%40ss@mail.example.org',
      OIDC_ISSUER: 'https://login.example.org/station',
      OIDC_CLIENT_ID: 'skyfurrow',
      OIDC_CLIENT_SECRET: 's3cret',
      OIDC_DOMAINS: 'Example.org, station.example',
      MAIL_FROM: 'Skyfurrow Trials <trials@example.org>',
      UNKNOWN: 'ignored',
    }),
  ).toEqual({
    mode: 'production',
    demoTrial: true,
    exampleTrial: true,
    host: '0.0.0.0',
    port: 9000,
    publicUrl: 'https://skyfurrow.example',
    dataDir: '/srv/data',
    postgres: null,
    connectionsMax: 10,
    objectStore: null,
    mail: {
      smtp: {
        host: 'mail.example.org',
        port: 465,
        login: { user: 'anna', password: 'p@ss' },
        encryption: 'from-start',
        ca: undefined,
      },
      folder: '/srv/data/mail',
      from: { name: 'Skyfurrow Trials', address: 'trials@example.org' },
    },
    metrics: null,
    traces: null,
    roles: ['web', 'worker'],
    jobWeights: ['light', 'heavy'],
    farmNodes: [
      { url: 'http://10.0.0.5:3000', token: 's1', isDrained: false },
      { url: 'https://odm.example.org/one', token: 's3', isDrained: false },
      { url: 'http://c:1', token: null, isDrained: true },
    ],
    stop: { drainSeconds: 5, graceSeconds: 25, jobGraceSeconds: 25 },
    partBytes: 65_536,
    customerQuotaBytes: 3 * 1024 ** 3,
    archivesKeptDays: 90,
    logLevel: 'info',
    secretKey: Buffer.from(secret, 'hex'),
    limitFactor: 1,
    trustedProxies: ['10.0.0.0/8', '2001:db8::7'],
    nginxSendsFiles: true,
    virusScan: { command: ['clamdscan', '--fdpass', '--no-summary', '-'], env: { PATH: '/usr/bin' } },
    baseMap: { url: 'https://tiles.example.org/{z}/{x}/{y}.png', attribution: '© Example Maps' },
    signOn: {
      issuer: 'https://login.example.org/station',
      clientId: 'skyfurrow',
      clientSecret: 's3cret',
      domains: ['example.org', 'station.example'],
      name: 'login.example.org',
    },
    webhooks: 'public',
    breedingDatabases: 'public',
    calledFrom: '/home/op',
    staffSecondFactor: 'required',
    accountDisclosure: 'private',
    admin: { email: 'staff@example.org', password: 'Furrow-2026!', fullName: 'Administrator' },
  })
})

test.each(['https://Skyfurrow.example', 'https://skyfurrow.example:443/', 'http://[::1]:8080'])(
  '%s is a public address',
  (url) => {
    expect(readConfig({ NODE_ENV: 'test', PUBLIC_URL: url }).publicUrl).toBe(url.replace(/\/$/, ''))
  },
)

const urlAt = (HOST: string) => readConfig({ NODE_ENV: 'test', HOST, PORT: '9000' }).publicUrl

test('links of a server that listens everywhere lead to this machine unless told otherwise', () => {
  expect(urlAt('0.0.0.0')).toBe('http://127.0.0.1:9000')
  expect(urlAt('::')).toBe('http://[::1]:9000')
})

test('an IPv6 address to listen on is taken with and without brackets', () => {
  for (const HOST of ['::1', '[::1]'])
    expect(readConfig({ HOST, PORT: '9000' })).toMatchObject({ host: '::1', publicUrl: 'http://[::1]:9000' })
})

describe('development, which shows mailed codes and prints passwords', () => {
  const OPEN_TO_OTHERS = [
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '[::]' },
    { HOST: '192.168.1.4' },
    { HOST: 'localhost.example.org' },
    { HOST: '127.0.0.1.example.org' },
    { HOST: 'station-7' },
    { PUBLIC_URL: 'https://skyfurrow.example' },
    { PUBLIC_URL: 'http://10.0.0.4:8080' },
    { PUBLIC_URL: 'http://[2001:db8::7]:8080' },
    { PUBLIC_URL: 'http://localhost@skyfurrow.example' },
  ]

  test.each(OPEN_TO_OTHERS)('is rejected when other machines can connect: %j', (env) => {
    const [[name, value] = ['', '']] = Object.entries(env)
    for (const mode of [{}, { NODE_ENV: 'development' }])
      expect(() => readConfig({ ...mode, ...env })).toThrow(
        expect.objectContaining({ problems: [expect.stringMatching(`^${name}: .*DEVELOPMENT_IN_PUBLIC=yes`)] }),
      )
    expect(value).not.toBe('')
  })

  test.each(OPEN_TO_OTHERS)('is let out where that is meant, and other modes need no word: %j', (env) => {
    expect(readConfig({ ...env, DEVELOPMENT_IN_PUBLIC: 'yes' }).mode).toBe('development')
    expect(readConfig({ ...env, NODE_ENV: 'test' }).mode).toBe('test')
    expect(readConfig({ ...env, NODE_ENV: 'production', SMTP_URL: 'smtp://localhost' }).mode).toBe('production')
  })

  test.each([
    { HOST: 'localhost' },
    { HOST: 'LocalHost' },
    { HOST: '127.8.9.1' },
    { HOST: '::1' },
    { HOST: '[::1]' },
    { PUBLIC_URL: 'http://LOCALHOST:5173' },
    { PUBLIC_URL: 'https://127.0.0.1' },
    { PUBLIC_URL: 'http://[::1]:8080/' },
  ])('runs on this machine as ever: %j', (env) => {
    expect(readConfig(env).mode).toBe('development')
  })
})

test('a database is named by its address, and processes may share the work', () => {
  const config = readConfig({
    DATABASE_URL: 'postgres://anna@localhost/fields',
    DATABASE_CONNECTIONS: '4',
    ROLES: 'worker',
  })
  expect(config).toMatchObject({
    postgres: { host: 'localhost', database: 'fields', waitSeconds: 120 },
    connectionsMax: 4,
  })
  expect(config).toMatchObject({ roles: ['worker'], jobWeights: ['light', 'heavy'] })
})

test('the jobs of a worker can be separated by weight, and have their own grace where no calls are answered', () => {
  const shared = { DATABASE_URL: 'postgres://anna@localhost/fields' }
  expect(readConfig({ ...shared, ROLES: 'web,worker:light' }).jobWeights).toEqual(['light'])
  const heavy = readConfig({ ...shared, ROLES: 'worker:heavy', GRACE_SECONDS: '20', JOB_GRACE_SECONDS: '600' })
  expect(heavy).toMatchObject({ jobWeights: ['heavy'], stop: { graceSeconds: 20, jobGraceSeconds: 600 } })
  expect(() => readConfig({ ...shared, JOB_GRACE_SECONDS: '600' })).toThrow(
    'JOB_GRACE_SECONDS: for processes without the role web; with it, jobs have GRACE_SECONDS',
  )
})
