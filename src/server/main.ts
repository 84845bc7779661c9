import { parseArgs } from 'node:util'
import { checkEmail, checkFullName, checkNewPassword } from '#domain/accounts.ts'
import { DamagedDatabase } from './adapters/db/embedded/damage.ts'
import { type Config, readConfig } from './config/config.ts'
import { openDeps } from './deps.ts'
import { belongsToCustomer, CHOOSE_ANOTHER_EMAIL, ensureAdmin } from './features/accounts/ensure-admin.ts'
import { resetSecondFactor } from './features/accounts/second-factor/reset-second-factor.ts'
import { removeDemoAccounts } from './features/users/remove-demo-accounts.ts'
import { jobs } from './jobs.ts'
import { serve } from './serve.ts'

const USAGE = `skyfurrow <command>

  serve                                        run the product (the default)
  migrate                                      bring the database up to date and stop
  doctor [--json]                              check the configuration and the data; it changes nothing
  backup <folder> [--keep <number>]            add a backup to a backup folder, and keep the newest 14
  verify <backup>                              check the signature and every hash of a backup, or of the newest one in a folder
  restore <backup>                             restore it into the configured database and store, which must be empty
    --purged <file>                            purged.ndjson of the data folder that this one replaces: what was removed for
                                               good since the backup is removed again, as newer backups beside it say, too
    --unsigned                                 for verify and restore: do not check the signature. Then nothing proves where the
                                               rows come from: anyone who could write to the backup may have changed them
  upload <archive> …                           upload an archive to a server; see "upload --help"
  admin create --email <email> [--name <name>] create a member of staff; the password is read from ADMIN_PASSWORD
  admin reset-second-factor --email <email>    for someone who lost their phone and recovery codes
  admin remove-demo-accounts                   delete the demo accounts, or close those with a history

Configuration comes from the environment: see the table in docs/operations.md.
`

async function run(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean' },
      keep: { type: 'string' },
      purged: { type: 'string' },
      unsigned: { type: 'boolean' },
    },
  })
  const command = positionals.join(' ') || 'serve'
  if (values.help) return void process.stdout.write(USAGE)
  const [word = '', path, ...more] = positionals
  if (path !== undefined && more.length === 0 && /^(backup|verify|restore)$/.test(word))
    return backupCommands(word, path, values)
  switch (command) {
    case 'serve':
      return serve(readConfig(process.env))
    case 'migrate':
      return migrateOnly(readConfig(process.env))
    case 'doctor':
      return runDoctorCommand(values.json ?? false)
    case 'admin create':
      return createAdmin(values)
    case 'admin reset-second-factor':
      return removeFactor(values)
    case 'admin remove-demo-accounts':
      return removeDemo()
    default:
      throw new Error(`Unknown command: ${command}\n\n${USAGE}`)
  }
}

async function migrateOnly(config: Config): Promise<void> {
  const { close } = await openDeps(config, { jobs })
  await close()
  process.stdout.write('The database is up to date\n')
}

type BackupFlags = { keep?: string | undefined; purged?: string | undefined; unsigned?: boolean | undefined }

async function backupCommands(
  word: string,
  path: string,
  { keep, purged, unsigned = false }: BackupFlags,
): Promise<void> {
  const { backupCommand, restoreCommand, verifyCommand } = await import('./backup/commands.ts')
  const config = readConfig(process.env)
  if (word === 'backup') return backupCommand(config, path, keep)
  return word === 'verify' ? verifyCommand(config, path, unsigned) : restoreCommand(config, path, { unsigned, purged })
}

const print = (text: string) => process.stdout.write(text)

async function runDoctorCommand(json: boolean): Promise<void> {
  // Loaded only when it is used.
  const { examine, runDoctor } = await import('./doctor/doctor.ts')
  if (!(await runDoctor(examine(process.env), { json, print }))) process.exitCode = 1
}

async function createAdmin(values: { email?: string | undefined; name?: string | undefined }): Promise<void> {
  const { ADMIN_PASSWORD: password = '', ADMIN_EMAIL: _email, ...env } = process.env
  const { email = '', name: fullName = 'Administrator' } = values
  const problems = [checkEmail(email), checkFullName(fullName), checkNewPassword(password)].filter(Boolean)
  if (problems.length > 0) throw new Error(`${problems.join('\n')}\n\n${USAGE}`)
  const { deps, close } = await openDeps(readConfig(env), { jobs })
  const outcome = await ensureAdmin(deps, { email, password, fullName })
  await close()
  if (outcome === 'a customer') throw new Error(`${belongsToCustomer(email)} ${CHOOSE_ANOTHER_EMAIL}`)
  process.stdout.write(
    outcome === 'staff already'
      ? `${email} is already a member of staff; nothing was changed\n`
      : `${email} is a member of staff now\n`,
  )
}

const RESET_MESSAGES = {
  removed: 'no longer has a second factor, and was notified by email',
  'no factor': 'has no second factor; nothing was changed',
  'no account': 'has no account',
}

async function removeFactor({ email = '' }: { email?: string | undefined }): Promise<void> {
  const problem = checkEmail(email)
  if (problem) throw new Error(`${problem}\n\n${USAGE}`)
  const { deps, close } = await openDeps(readConfig(process.env), { jobs })
  const outcome = await resetSecondFactor(deps, { email })
  await close()
  if (outcome === 'no account') throw new Error(`${email} ${RESET_MESSAGES[outcome]}`)
  process.stdout.write(`${email} ${RESET_MESSAGES[outcome]}\n`)
}

const REMOVAL_MESSAGES = {
  deleted: 'was deleted',
  closed: 'has a history, so it was closed for good: nobody can log in',
  'changed meanwhile': 'was changed by its owner at the same moment, so it was left alone',
}

async function removeDemo(): Promise<void> {
  const { deps, close } = await openDeps(readConfig(process.env), { jobs })
  const removals = await removeDemoAccounts(deps)
  await close()
  for (const { email, outcome } of removals) process.stdout.write(`${email} ${REMOVAL_MESSAGES[outcome]}\n`)
  if (removals.length === 0) process.stdout.write('No demo account has the printed password; nothing was changed\n')
}

// Files that we write are private to this user: database, files, emails, backups and keys.
process.umask(0o077)

// The reader of our output may close it; the work continues.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

try {
  await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  const cause = error instanceof Error && !(error instanceof DamagedDatabase) ? error.cause : undefined
  if (cause instanceof Error) process.stderr.write(`${cause.message}\n`)
  process.exit(1)
}
