import { afterEach, expect, test, vi } from 'vitest'
import { countLost, startLoad } from '#server/testing/processes/load-generator.ts'
import { checkOut, commitBefore } from '#server/testing/processes/previous-version.ts'
import { openReplicas, type Replicas } from '#server/testing/processes/replicas.ts'

let replicas: Replicas
afterEach(() => replicas.close())

test('F65: one process of the released version and two of this one serve together, and no call fails', async () => {
  const commit = commitBefore() ?? ''
  replicas = await openReplicas(3, {}, { before: checkOut(commit) })
  const [before, ...now] = replicas.all
  await Promise.all(now.map((one) => replicas.start(one)))
  const { tally, end } = await startLoad(replicas, { customers: 3, staff: 1 })
  await vi.waitUntil(() => tally.archives.length >= 20, 120_000)
  await end()
  const lost = await countLost(replicas, tally)
  const given = replicas.balancer.given(before?.url ?? '')
  process.stdout.write(
    `${commit.slice(0, 7)} beside this version: ${tally.calls} calls (${given} to it), ${tally.failed.length} failed calls, ${tally.parts} parts, ${lost} lost parts\n`,
  )
  expect({ failed: tally.failed, lost }).toEqual({ failed: [], lost: 0 })
  expect(given).toBeGreaterThan(tally.calls / 10)
}, 180_000)
