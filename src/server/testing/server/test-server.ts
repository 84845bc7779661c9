import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { type Api, api, type BodyIn, type EndpointName, type QueryIn, type ReplyOf } from '#contract/api.ts'
import { urlOf } from '#contract/endpoint.ts'
import { type Compute, openCompute } from '#server/compute/pool.ts'
import { readConfig } from '#server/config/config.ts'
import { type Deps, openDeps } from '#server/deps.ts'
import { buildApp } from '#server/http/app.ts'
import type { Timeouts } from '#server/http/limits/connections.ts'
import { jobRuns, jobs } from '#server/jobs.ts'
import { freePort } from '../processes/free-port.ts'
import { copyDatabase } from './test-database.ts'

export type Answer<Name extends EndpointName> = {
  status: number
  headers: Headers
  body: ReplyOf<Name> & {
    statusCode: number | string
    message: string
    errors?: { field: string; message: string }[]
  }
}

export type CallOptions<Name extends EndpointName> = {
  token?: string
  query?: QueryIn<Name>
  body?: BodyIn<Name>
}

export type TestServer = {
  url: string
  deps: Deps
  /** Moves the server's clock. */
  advance: (milliseconds: number) => void
  /** From now on the server's clock moves only by `advance`. */
  stopClock: () => void
  call: <Name extends EndpointName>(name: Name, options?: CallOptions<Name>) => Promise<Answer<Name>>
  /** Fastify's `inject`: a call without the network, from any address. */
  inject: Awaited<ReturnType<typeof buildApp>>['inject']
  /** The number of open connections. */
  connections: () => Promise<number>
  close: () => Promise<void>
}

type ServerOptions = { runsJobs?: boolean; log?: Logger; over?: Record<string, string>; timeouts?: Partial<Timeouts> }

/** Its threads serve all servers of a process, one after another: to start them takes longer than most of what they do. */
const compute: Compute = { ...openCompute(), close: async () => undefined }

/**
 * A complete server on a free port, with a new copy of the migrated database and a clock that tests can move. `over`
 * gives the settings of another data folder or database instead.
 */
export async function openTestServer(
  env: Record<string, string> = {},
  { runsJobs = true, log, over, timeouts = {} }: ServerOptions = {},
): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'skyfurrow-test-'))
  const database = over ? { env: {}, remove: async () => undefined } : await copyDatabase()
  const config = readConfig({
    NODE_ENV: 'test',
    ...database.env,
    PORT: String(await freePort()),
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    PART_BYTES: '65536',
    ...env,
    ...over,
  })
  let skewMs = 0
  let stoppedAt: number | undefined
  const { deps, close } = await openDeps(config, {
    jobs,
    compute,
    now: () => new Date((stoppedAt ?? Date.now()) + skewMs),
    ...(log ? { log } : {}),
  })
  const webFolder = join(folder, 'no-web')
  const app = await buildApp(deps, { webFolder, version: 'test', isStopping: () => false, timeouts })
  const withoutWork = jobRuns.map(({ job }) => ({ job, run: async () => undefined }))
  await deps.queue.work(deps, runsJobs ? jobRuns : withoutWork)
  await app.listen({ host: config.host, port: config.port })

  return {
    url: config.publicUrl,
    deps,
    advance: (milliseconds) => {
      skewMs += milliseconds
    },
    stopClock: () => {
      stoppedAt = Date.now()
    },
    call: (name, options = {}) => callApi(config.publicUrl, name, options),
    inject: app.inject.bind(app),
    connections: () => promisify(app.server.getConnections.bind(app.server))(),
    close: async () => {
      app.server.closeAllConnections()
      await app.close()
      await close()
      await database.remove()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Calls any server. */
export async function callApi<Name extends EndpointName>(
  origin: string,
  name: Name,
  options: CallOptions<Name>,
): Promise<Answer<Name>> {
  const { method, encoding }: Api[EndpointName] = api[name]
  const url = new URL(urlOf(api[name], options.query ?? {}), origin)
  const response = await fetch(url, {
    method,
    headers: {
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
      ...(encoding === 'json' ? { 'content-type': 'application/json' } : {}),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer<Name>['body'] }
}
