import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { minutes, seconds } from '#domain/units.ts'
import { createActors } from '#server/testing/fuzz/actors.ts'
import { type Shot, shots } from '#server/testing/fuzz/cases.ts'
import { type Answer, judge } from '#server/testing/fuzz/oracle.ts'
import { openWriteLog } from '#server/testing/fuzz/write-log.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'

/** `npm run fuzz` sets 200,000. */
const REQUESTS = Number(process.env['REQUESTS'] ?? 500)
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
/** This many fit into the lifetime of an access token, at one second each. */
const OF_ONE_CAST = 500
/** A server with little data answers fast. */
const OF_ONE_SERVER = 10_000

const COMPLAINTS_MAX = 20

const complaints: string[] = []
const count = { requests: 0, accepted: 0, refused: 0 }

test(
  `${REQUESTS} calls that match the contract, or differ from it in one place (seed ${SEED})`,
  async () => {
    for (let done = 0; done < REQUESTS; done += OF_ONE_SERVER) {
      await fireAtOneServer(done, Math.min(REQUESTS, done + OF_ONE_SERVER))
    }
    expect(complaints.join('\n\n')).toBe('')
    expect(count.accepted).toBeGreaterThan(REQUESTS / 10)
    expect(count.refused).toBeGreaterThan(REQUESTS / 10)
  },
  minutes(1) + REQUESTS * 20,
)

async function fireAtOneServer(from: number, to: number): Promise<void> {
  const server = await openTestServer({}, { runsJobs: false })
  try {
    const log = await openWriteLog(server.deps.db)
    for (let done = from; done < to && complaints.length < COMPLAINTS_MAX; done += OF_ONE_CAST) {
      const { tokens, known } = await createActors(server)
      await log.tablesWritten()
      const numRuns = Math.min(OF_ONE_CAST, to - done)
      // Each call is independent, so there is nothing to shrink. To repeat a run, use its seed.
      for (const shot of fc.sample(shots(known), { seed: SEED + done / OF_ONE_CAST, numRuns })) {
        const answer = await fire(server, shot, tokens[shot.actor])
        const faults = judge(shot, answer, await log.tablesWritten())
        if (faults.length > 0) complaints.push(describe(shot, answer, [`seed ${SEED + done / OF_ONE_CAST}`, ...faults]))
        server.advance(seconds(1))
      }
    }
    expect(await uploadsWithoutRow(server)).toEqual([])
  } finally {
    await server.close()
  }
}

const describe = ({ name, actor, fault, method, url, payload }: Shot, { statusCode, body }: Answer, faults: string[]) =>
  [
    `${name} by ${actor}${fault ? `, ${fault.what}` : ''}: ${faults.join('; ')}`,
    `  ${method} ${url.slice(0, 500)}`,
    `  ${String(payload).slice(0, 1000)}`,
    `  ${statusCode} ${body.slice(0, 500)}`,
  ].join('\n')

async function fire(server: TestServer, shot: Shot, token: string | undefined): Promise<Answer> {
  const { method, url, headers, payload } = shot
  const answer = await server.inject({
    method: method as 'GET',
    url,
    headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(payload === undefined ? {} : { payload }),
    remoteAddress: nextAddress(),
  })
  count.requests += 1
  count[answer.statusCode === 200 ? 'accepted' : 'refused'] += 1
  return answer
}

/** From many addresses, so that none reaches its rate limits. */
const nextAddress = (): string => `10.0.0.${count.requests % 250}`

/** Uploads in the store that a rejected start left open. Cancelled ones wait for a job. */
async function uploadsWithoutRow({ deps }: TestServer): Promise<string[]> {
  const rows = await deps.db.selectFrom('uploads').select('storageUploadId').execute()
  const known = new Set(rows.map(({ storageUploadId }) => storageUploadId))
  const orphans: string[] = []
  for await (const { uploadId } of deps.storage.listUploads()) if (!known.has(uploadId)) orphans.push(uploadId)
  return orphans
}
