import { parseArgs } from 'node:util'
import { DESCRIPTION_MAX, isReportCategory, REPORT_CATEGORIES, type ReportCategory } from '#domain/analyses.ts'
import { FLIGHT_HEIGHT } from '#domain/flights.ts'

const OUTPUTS = Object.entries(REPORT_CATEGORIES)
  .map(([id, label]) => `  ${id.padEnd(16)} ${label}`)
  .join('\n')
const DEFAULT_SERVER = 'http://127.0.0.1:8080'

export const USAGE = `skyfurrow upload <archive> --project <name> --outputs <id,id…>

Uploads one archive of raw images and submits the request for its outputs. It waits while the connection is lost. If anything
else stops it, run the same command again: what has arrived is not sent again.

  --project <name>        one of the projects that are assigned to you
  --outputs <id,id…>      what to compute, see below
  --description <text>    what we should know about the flight
  --height <metres>       how high the drone flew above the ground, where the photos don't say it
  --server <url>          else SKYFURROW_SERVER, else ${DEFAULT_SERVER}
  --email <address>       else SKYFURROW_EMAIL, else you are asked
  --strict                send nothing when the photos give a reason to doubt the flight
  --help

The photos are looked at first: height, pixel size, overlap, and what is wrong with them.

The password comes from SKYFURROW_PASSWORD, or you are asked for it. It is never an argument, because others on this computer
can read those. The code of a second factor comes from SKYFURROW_CODE, or you are asked for it: a code from the authenticator
app, or a recovery code.

An API token in SKYFURROW_TOKEN needs none of these. Make one under My account, with the scope uploads:write.

Outputs:
${OUTPUTS}

Exit code: 0 uploaded, 1 failed, 2 invalid arguments, 130 stopped by Ctrl+C, 143 stopped by SIGTERM.
`

export const MAPS_USAGE = `skyfurrow upload-maps <map.tif…> --project <name>

Adds finished maps (GeoTIFF) to a project, without a request. Maps that are there already, with the same name and size, are not sent again.

  --project <name>        one of the projects that are assigned to you
  --trial <name or id>    adds them as flights of this trial, by their dates; the name of a file says its date (field_2026-07-01.tif)
  --server <url>          else SKYFURROW_SERVER, else ${DEFAULT_SERVER}
  --email <address>       else SKYFURROW_EMAIL, else you are asked
  --help

The password comes from SKYFURROW_PASSWORD and the code of a second factor from SKYFURROW_CODE, or you are asked for them. An API token
in SKYFURROW_TOKEN needs none of these: with the scope uploads:write, and for --trial also trials:write.
`

/** The arguments are invalid, so the same command would fail again. */
export class UsageError extends Error {}

/** Where and as whom, and for which project. */
export type Account = {
  project: string
  server: string
  /** Undefined if it has to be prompted for, like the password. */
  email: string | undefined
  password: string | undefined
  /** The code of the second factor. */
  code: string | undefined
  /** An API token, in place of all three. */
  token: string | undefined
}

export type MapsArguments = Account & { paths: string[]; trial: string | undefined }

export type UploadArguments = Account & {
  path: string
  outputs: ReportCategory[]
  description: string
  /** Above the ground; null where the photos have to say it. */
  heightMetres: number | null
  isStrict: boolean
}

/** Parses the arguments and the environment; undefined for --help. */
export function parseArguments(args: string[], env: NodeJS.ProcessEnv): UploadArguments | undefined {
  const { positionals, values } = parse(args)
  if (values.help) return undefined
  const [path, ...more] = positionals
  if (path === undefined) throw new UsageError('Which archive? Name one file.')
  if (more.length > 0)
    throw new UsageError(
      `Only one archive at a time. Run the command again for ${more.join(', ')}, or quote a name that has spaces.`,
    )
  const { description = '' } = values
  if (description.length > DESCRIPTION_MAX)
    throw new UsageError(`The description has more than ${DESCRIPTION_MAX} characters. Shorten it.`)
  return {
    ...accountOf(values, env),
    path,
    outputs: readOutputs(values.outputs),
    description,
    heightMetres: readHeight(values.height),
    isStrict: values.strict ?? false,
  }
}

/** The same for maps. */
export function parseMapsArguments(args: string[], env: NodeJS.ProcessEnv): MapsArguments | undefined {
  const { positionals: paths, values } = parse(args)
  if (values.help) return undefined
  if (paths.length === 0) throw new UsageError('Which maps? Name one or more GeoTIFFs.')
  return { ...accountOf(values, env), paths, trial: values.trial }
}

type Given = { project?: string; server?: string; email?: string }

function accountOf({ project, server, email }: Given, env: NodeJS.ProcessEnv): Account {
  if (!project) throw new UsageError('Which project? Pass --project <name>.')
  return {
    project,
    server: readServer(server ?? env['SKYFURROW_SERVER'] ?? DEFAULT_SERVER),
    email: email || env['SKYFURROW_EMAIL'] || undefined,
    password: env['SKYFURROW_PASSWORD'] || undefined,
    code: env['SKYFURROW_CODE'] || undefined,
    token: env['SKYFURROW_TOKEN'] || undefined,
  }
}

function parse(args: string[]) {
  const text = { type: 'string' } as const
  const options = {
    project: text,
    outputs: text,
    description: text,
    height: text,
    server: text,
    email: text,
    trial: text,
  }
  try {
    const flags = { strict: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const
    return parseArgs({ args, allowPositionals: true, options: { ...options, ...flags } })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

function readOutputs(given: string | undefined): ReportCategory[] {
  const names = (given ?? '').split(',').flatMap((name) => name.trim() || [])
  if (names.length === 0) throw new UsageError(`Which outputs? Pass --outputs with one or more of:\n${OUTPUTS}`)
  const unknown = names.filter((name) => !isReportCategory(name))
  if (unknown.length > 0) throw new UsageError(`Unknown output: ${unknown.join(', ')}. Choose from:\n${OUTPUTS}`)
  return names.filter(isReportCategory)
}

function readHeight(given: string | undefined): number | null {
  if (given === undefined) return null
  const metres = Number(given)
  if (given.trim() !== '' && metres >= FLIGHT_HEIGHT.min && metres <= FLIGHT_HEIGHT.max) return metres
  throw new UsageError(
    `--height is the height above the ground in metres, ${FLIGHT_HEIGHT.min} to ${FLIGHT_HEIGHT.max}, not ${given}.`,
  )
}

function readServer(given: string): string {
  const isWeb = URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)
  if (!isWeb) throw new UsageError(`${given} is not an http or https address. Check --server and SKYFURROW_SERVER.`)
  return new URL(given).origin
}
