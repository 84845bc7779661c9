import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { minutes, seconds } from '#domain/units.ts'
import { createActors } from '#server/testing/fuzz/actors.ts'
import { type Case, cases } from '#server/testing/fuzz/cases.ts'
import { type Answer, judge } from '#server/testing/fuzz/oracle.ts'
import { openWriteLog } from '#server/testing/fuzz/write-log.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'

/** 200,000 in `npm run fuzz`, with another seed each time. */
const REQUESTS = Number(process.env['REQUESTS'] ?? 500)
const SEED = Number(process.env['SEED'] ?? 1)
/** As many as fit into the lifetime of an access token, with a second each. */
const CALLS_PER_ACTORS = 500
/** A server with little data responds fast. */
const CALLS_PER_SERVER = 10_000

const PROBLEMS_MAX = 20

const problems: string[] = []
const count = { requests: 0, accepted: 0, rejected: 0 }

test(
  `${REQUESTS} calls that match the contract, or differ from it in one place (seed ${SEED})`,
  async () => {
    for (let done = 0; done < REQUESTS; done += CALLS_PER_SERVER) {
      await callOneServer(done, Math.min(REQUESTS, done + CALLS_PER_SERVER))
    }
    expect(problems.join('\n\n')).toBe('')
    expect(count.accepted).toBeGreaterThan(REQUESTS / 10)
    expect(count.rejected).toBeGreaterThan(REQUESTS / 10)
  },
  minutes(1) + REQUESTS * 20,
)

async function callOneServer(from: number, to: number): Promise<void> {
  const server = await openTestServer({}, { runsJobs: false })
  try {
    const log = await openWriteLog(server.deps.db)
    for (let done = from; done < to && problems.length < PROBLEMS_MAX; done += CALLS_PER_ACTORS) {
      const { tokens, known } = await createActors(server)
      await log.tablesWritten()
      const numRuns = Math.min(CALLS_PER_ACTORS, to - done)
      // Calls are independent, so there is nothing to shrink. The printed seed repeats the calls of these actors.
      for (const testCase of fc.sample(cases(known), { seed: SEED + done / CALLS_PER_ACTORS, numRuns })) {
        const answer = await send(server, testCase, tokens[testCase.actor])
        const found = judge(testCase, answer, await log.tablesWritten())
        if (found.length > 0)
          problems.push(describe(testCase, answer, [`seed ${SEED + done / CALLS_PER_ACTORS}`, ...found]))
        server.advance(seconds(1))
      }
    }
    expect(await uploadsWithoutRow(server)).toEqual([])
  } finally {
    await server.close()
  }
}

const describe = ({ name, actor, fault, method, url, payload }: Case, { statusCode, body }: Answer, found: string[]) =>
  [
    `${name} by ${actor}${fault ? `, ${fault.what}` : ''}: ${found.join('; ')}`,
    `  ${method} ${url.slice(0, 500)}`,
    `  ${String(payload).slice(0, 1000)}`,
    `  ${statusCode} ${body.slice(0, 500)}`,
  ].join('\n')

async function send(server: TestServer, testCase: Case, token: string | undefined): Promise<Answer> {
  const { method, url, headers, payload } = testCase
  const answer = await server.inject({
    method: method as 'GET',
    url,
    headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(payload === undefined ? {} : { payload }),
    remoteAddress: nextAddress(),
  })
  count.requests += 1
  count[answer.statusCode === 200 ? 'accepted' : 'rejected'] += 1
  return answer
}

/** Many IP addresses, so that none reaches its rate limits. */
const nextAddress = (): string => `10.0.0.${count.requests % 250}`

/** Uploads left open in the store by rejected starts. Cancelled ones wait for a job. */
async function uploadsWithoutRow({ deps }: TestServer): Promise<string[]> {
  const rows = await deps.db.selectFrom('uploads').select('storageUploadId').execute()
  const known = new Set(rows.map(({ storageUploadId }) => storageUploadId))
  const orphans: string[] = []
  for await (const { uploadId } of deps.storage.listUploads()) if (!known.has(uploadId)) orphans.push(uploadId)
  return orphans
}
