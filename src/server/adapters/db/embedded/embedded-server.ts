import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { minutes, seconds } from '#domain/units.ts'
import { OTHERS } from '../../../data-folder/permissions.ts'
import type { PostgresSettings } from '../database-url.ts'
import { type Account, chooseAccount, giveTo } from './account.ts'
import { startProblem } from './damage.ts'
import { databaseFolder, isEmpty, syncFolder } from './embedded-folder.ts'
import { runningSocketFolder, waitForEnd } from './postmaster.ts'
import { findPrograms, type Programs } from './programs.ts'
import { makeSocketFolder, settingsOf } from './socket-folder.ts'

/** A PostgreSQL that belongs to this process and ends with it, however that ends. */
export type EmbeddedServer = {
  settings: PostgresSettings
  /** Whether it is down because its disk is full. */
  lacksSpace: () => boolean
  stop: () => Promise<void>
}

type Options = { log: Pick<Logger, 'info' | 'warn' | 'error'>; connectionsMax: number }

const USER = 'skyfurrow'
/** Besides those of calls: for jobs, migrations, a backup and doctor. */
const OTHER_CONNECTIONS = 20
const RESTART_AFTER_MS = [seconds(0.1), seconds(0.5), seconds(1), seconds(2), seconds(5)]
const LEFTOVER_TIMEOUT_MS = minutes(1)
const SLOW_AFTER_MS = minutes(1)
const LINES_MAX = 20

/**
 * Its standard input is a pipe of this process. When that closes, as it does with any end of this process, the database is
 * shut down; at once when it does not end in 20 seconds, as a damaged one may not, and then it recovers at the next start.
 */
const KEEPER = `exec 3<&0
"$@" 3<&- </dev/null & database=$!
(read _ <&3; kill -INT $database
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do sleep 1; kill -0 $database || exit; done
kill -QUIT $database; sleep 6; kill -KILL $database) 2>/dev/null & keeper=$!
wait $database; status=$?
kill $keeper 2>/dev/null
exit $status`

/**
 * Starts the database of a data folder, and creates it where there is none: the caller has checked that none is lost, and holds
 * the lock of the folder. @throws DamagedDatabase, or Error with a clear message.
 */
export async function startServer(dataDir: string, { log, connectionsMax }: Options): Promise<EmbeddedServer> {
  const folder = databaseFolder(dataDir)
  const programs = findPrograms()
  const account = chooseAccount({ folder, dataDir, program: programs.postgres })
  if (isEmpty(dataDir)) await createDatabase(dataDir, programs, account)
  restrict(folder)
  await waitForEnd(folder)
  const socketFolder = makeSocketFolder(dataDir, account.ids)
  const state = { isStopping: false, lacksSpace: false }
  const launch = () => {
    const command = [programs.postgres, '-D', folder, ...argumentsOf(socketFolder, connectionsMax)]
    return launchServer(command, account, (line) => {
      if (/database system is ready to accept/.test(line)) state.lacksSpace = false
      else if (/No space left on device/.test(line)) state.lacksSpace = true
      if (!state.isStopping) log[/^(FATAL|PANIC):/.test(line) ? 'error' : 'info']({ line }, 'embedded database')
    })
  }
  let server = launch()
  const cancelWarning = warnIfSlow(folder)
  try {
    for (const started = Date.now(); ; server = launch()) {
      const problem = await server.ready.catch((error: unknown) => error)
      if (problem === undefined) break
      if (!(problem instanceof NotStarted)) throw problem
      // Its first process was killed, and others have not noticed yet.
      const isLeftover = problem.lines.some((line) => line.includes('pre-existing shared memory block'))
      if (!isLeftover || Date.now() - started > LEFTOVER_TIMEOUT_MS) throw startProblem(folder, problem.lines)
      await delay(RESTART_AFTER_MS[1])
    }
  } finally {
    cancelWarning()
  }

  const restart = async (): Promise<void> => {
    for (let attempt = 0; !state.isStopping; attempt += 1) {
      await delay(RESTART_AFTER_MS[Math.min(attempt, RESTART_AFTER_MS.length - 1)])
      if (state.isStopping) return
      try {
        await waitForEnd(folder)
        server = launch()
        await server.ready
        log.warn('embedded database restarted')
        return
      } catch (error) {
        log.error({ err: error }, 'embedded database does not start')
      }
    }
  }
  const keepRunning = async (): Promise<void> => {
    while (!state.isStopping) {
      await server.ended
      if (state.isStopping) return
      log.error('embedded database ended')
      await restart()
    }
  }
  const kept = keepRunning()
  return {
    settings: settingsOf(socketFolder, USER),
    lacksSpace: () => state.lacksSpace,
    stop: async () => {
      state.isStopping = true
      server.stop()
      await kept
      server.stop()
      await server.ended
    },
  }
}

/** A copy of a data folder seldom keeps its modes, and PostgreSQL starts over none that others may read. */
function restrict(folder: string): void {
  const { uid, mode } = statSync(folder)
  const isOurs = process.getuid?.() === 0 || uid === process.getuid?.()
  if (isOurs && (mode & OTHERS) !== 0) chmodSync(folder, 0o700)
}

/** The database of a product that runs on this data folder, once it accepts connections. */
export function runningServer(dataDir: string): PostgresSettings | undefined {
  const folder = runningSocketFolder(databaseFolder(dataDir))
  return folder === undefined ? undefined : settingsOf(folder, USER)
}

/** The folder gets its name in one step, so that an interrupted creation is not taken for a database. */
async function createDatabase(dataDir: string, { initdb }: Programs, account: Account): Promise<void> {
  const folder = databaseFolder(dataDir)
  const temporary = `${folder}.new`
  rmSync(temporary, { recursive: true, force: true })
  mkdirSync(temporary, { recursive: true, mode: 0o700 })
  giveTo(temporary, account.ids)
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const [command = '', ...args] = [
    ...account.prefix,
    initdb,
    `--pgdata=${temporary}`,
    `--username=${USER}`,
    '--auth=trust',
    '--no-instructions',
    ...locale,
  ]
  try {
    await promisify(execFile)(command, args, { ...account.ids, cwd: '/', env: environment() })
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string }
    const reason = stderr.trim().split('\n').at(-1) || String(error)
    throw new Error(
      `The embedded database can't be created in ${dataDir}: ${reason}. Check the disk, and start again.`,
      {
        cause: error,
      },
    )
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(temporary, folder)
  syncFolder(dataDir)
}

/** No secret of ours, and none of the variables that PostgreSQL reads. */
const environment = () => ({ PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' })

/** There is no port: only its user can reach the folder of its socket. The memory is small, as an installation with more has a server of its own. */
const argumentsOf = (socketFolder: string, connectionsMax: number): string[] =>
  [
    'listen_addresses=',
    `unix_socket_directories="${socketFolder.replaceAll('"', '""')}"`,
    'unix_socket_permissions=0600',
    `max_connections=${connectionsMax + OTHER_CONNECTIONS}`,
    'shared_buffers=32MB',
    // Nobody copies this database while it runs, so it needs neither the log for that nor the processes.
    'wal_level=minimal',
    'max_wal_senders=0',
    'max_logical_replication_workers=0',
    'io_method=sync',
    'autovacuum_max_workers=2',
    // Each look starts a process.
    'autovacuum_naptime=5min',
    'jit=off',
    'timezone=UTC',
    'log_destination=stderr',
    'logging_collector=off',
    // What it does, and what ends it or a connection: errors of statements are ours to log.
    'log_min_messages=log',
    'log_checkpoints=off',
    'log_autovacuum_min_duration=-1',
    'log_timezone=UTC',
    'log_line_prefix=',
    'lc_messages=C',
  ].flatMap((setting) => ['-c', setting])

type Launched = { ready: Promise<void>; ended: Promise<void>; stop: () => void }

/** It ended before it was ready. */
class NotStarted extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join('\n') || 'it printed nothing')
    this.lines = lines
  }
}

function launchServer(command: readonly string[], account: Account, onLine: (line: string) => void): Launched {
  const child: ChildProcess = spawn('/bin/sh', ['-c', KEEPER, 'sh', ...account.prefix, ...command], {
    ...account.ids,
    cwd: '/',
    env: environment(),
    stdio: ['pipe', 'ignore', 'pipe'],
    // A terminal signals a whole group: the database must outlive the calls that still run.
    detached: true,
  })
  const lines: string[] = []
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  // Whoever waits for it learns it; after a start nobody does.
  ready.promise.catch(() => undefined)
  const end = () => {
    child.stdin?.destroy()
    ready.reject(new NotStarted(lines))
    ended.resolve()
  }
  child.stdin?.on('error', () => undefined)
  child.once('error', (error) => {
    lines.push(`FATAL:  ${error.message}`)
    end()
  })
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (lines.push(line) > LINES_MAX) lines.shift()
      onLine(line)
      if (/database system is ready to accept/.test(line)) ready.resolve()
    })
  // Not 'exit': what it printed last says why.
  child.once('close', end)
  return { ready: ready.promise, ended: ended.promise, stop: () => child.stdin?.destroy() }
}

function warnIfSlow(folder: string): () => void {
  const text = `The embedded database in ${folder} is still being opened. It may be recovering from a crash, or waiting for its disk. Let it finish.\n`
  const timer = setTimeout(() => process.stderr.write(text), SLOW_AFTER_MS)
  return () => clearTimeout(timer)
}
