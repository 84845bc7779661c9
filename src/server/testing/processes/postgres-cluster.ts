import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { chooseAccount, giveTo } from '#server/adapters/db/embedded/account.ts'
import { findPrograms } from '#server/adapters/db/embedded/programs.ts'
import { freePort } from './free-port.ts'

// Commits survive a crash of the process, but not a power failure.
const FAST = ['fsync=off', 'full_page_writes=off']
const FOR_TESTS = [
  'max_connections=300',
  'deadlock_timeout=100ms',
  'autovacuum_naptime=1h',
  'log_min_messages=fatal',
  ...FAST,
]

/** A user that needs a password, once a test has created it. Others need none. */
export const GUARDED = 'guarded'

/** A PostgreSQL cluster in a temporary folder. */
export type Cluster = {
  /** The DATABASE_URL of a database in it. */
  urlOf: (database: string) => string
  /** Runs one statement as superuser. */
  run: (sql: string, database?: string) => Promise<void>
  start: () => Promise<void>
  /** Stops it like a crash (`SIGQUIT`), or without waiting for clients (`SIGINT`). */
  stop: (signal?: 'SIGQUIT' | 'SIGINT') => Promise<void>
  /** Also accepts TLS connections to `localhost` from now on. Returns the file of the self-signed certificate. */
  encrypt: () => Promise<string>
  /** Stops it and removes its folder. */
  remove: () => Promise<void>
}

type Child = ReturnType<typeof spawn>

/** `settings` are those of postgresql.conf. */
export async function openCluster(settings: readonly string[] = FOR_TESTS): Promise<Cluster> {
  const programs = findPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'skyfurrow-postgres-'))
  const data = join(folder, 'data')
  const account = chooseAccount({ folder: data, dataDir: folder, program: programs.postgres })
  giveTo(folder, account.ids)
  const as = { ...account.ids, cwd: '/' }
  const wordsOf = (...command: string[]): [string, string[]] => {
    const [program = '', ...args] = [...account.prefix, ...command]
    return [program, args]
  }
  const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  execFileSync(...wordsOf(programs.initdb, '-D', data, '-U', 'skyfurrow', '-A', 'trust', ...locale, '--no-sync'), {
    ...as,
    stdio: 'pipe',
  })
  const access = join(data, 'pg_hba.conf')
  writeFileSync(access, `host all ${GUARDED} 127.0.0.1/32 scram-sha-256\n${readFileSync(access, 'utf8')}`)
  const port = await freePort()
  const urlOf = (database: string) => `postgres://skyfurrow@127.0.0.1:${port}/${database}`
  const listening = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=`]
  const args = [...settings, ...listening].flatMap((one) => ['-c', one])
  let server: Child | undefined

  const start = async () => {
    server = spawn(...wordsOf(programs.postgres, '-D', data, ...args), { ...as, stdio: 'ignore' })
    await waitUntilReady(urlOf('postgres'), server)
  }
  const stop = async (signal: 'SIGQUIT' | 'SIGINT' = 'SIGINT') => {
    if (!server || server.exitCode !== null) return
    const exit = once(server, 'exit')
    server.kill(signal)
    await exit
  }
  await start()

  return {
    urlOf,
    start,
    stop,
    run: (sql, database = 'postgres') => runOn(urlOf(database), sql),
    encrypt: async () => {
      const [key, certificate] = [join(folder, 'server.key'), join(folder, 'server.crt')]
      const options = `req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost`
      execFileSync('openssl', [...options.split(' '), '-keyout', key, '-out', certificate], { ...as, stdio: 'pipe' })
      await runOn(urlOf('postgres'), `alter system set ssl_key_file = '${key}'`)
      await runOn(urlOf('postgres'), `alter system set ssl_cert_file = '${certificate}'`)
      await runOn(urlOf('postgres'), 'alter system set ssl = on')
      await runOn(urlOf('postgres'), 'select pg_reload_conf()')
      return certificate
    },
    remove: async () => {
      await stop()
      rmSync(folder, { recursive: true })
    },
  }
}

async function waitUntilReady(url: string, server: Child): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`The PostgreSQL for the tests ended with ${server.exitCode}`)
    try {
      return await runOn(url, 'select 1')
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function runOn(url: string, sql: string): Promise<void> {
  const client = new Client(url)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(sql)
  } finally {
    await client.end().catch(() => undefined)
  }
}
