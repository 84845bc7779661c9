import { parseArgs } from 'node:util'
import { checkEmail, checkFullName, checkNewPassword } from '#domain/accounts.ts'
import { type Config, readConfig } from './config.ts'
import { openDeps } from './deps.ts'
import { ensureAdmin } from './features/accounts/ensure-admin.ts'
import { jobs } from './jobs.ts'
import { serve } from './serve.ts'

const USAGE = `skyfurrow <command>

  serve                                        run the product (the default)
  migrate                                      bring the database up to date and stop
  upload <archive> …                           send an archive to a server; "upload --help" tells how
  admin create --email <email> [--name <name>] make a member of staff; the password is read from ADMIN_PASSWORD

Configuration comes from the environment: see the table in README.md.
`

async function run(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { email: { type: 'string' }, name: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  })
  const command = positionals.join(' ') || 'serve'
  if (values.help) return void process.stdout.write(USAGE)
  switch (command) {
    case 'serve':
      return serve(readConfig(process.env))
    case 'migrate':
      return migrateOnly(readConfig(process.env))
    case 'admin create':
      return createAdmin(values)
    default:
      throw new Error(`Unknown command: ${command}\n\n${USAGE}`)
  }
}

async function migrateOnly(config: Config): Promise<void> {
  const { close } = await openDeps(config, { jobs })
  await close()
  process.stdout.write('The database is up to date\n')
}

async function createAdmin(values: { email?: string | undefined; name?: string | undefined }): Promise<void> {
  const { ADMIN_PASSWORD: password = '', ADMIN_EMAIL: _email, ...env } = process.env
  const { email = '', name: fullName = 'Administrator' } = values
  const faults = [checkEmail(email), checkFullName(fullName), checkNewPassword(password)].filter(Boolean)
  if (faults.length > 0) throw new Error(`${faults.join('\n')}\n\n${USAGE}`)
  const { deps, close } = await openDeps(readConfig(env), { jobs })
  const made = await ensureAdmin(deps, { email, password, fullName })
  await close()
  process.stdout.write(
    made ? `${email} is a member of staff now\n` : `${email} has an account already; nothing was changed\n`,
  )
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  if (error instanceof Error && error.cause instanceof Error) process.stderr.write(`${error.cause.message}\n`)
  process.exit(1)
}
