import { afterEach, expect, test, vi } from 'vitest'
import { crashAt } from '#server/testing/faults/fault-point.ts'
import { countLost, startLoad } from '#server/testing/processes/load-generator.ts'
import { openReplicas, type Replicas } from '#server/testing/processes/replicas.ts'

const LOAD = { customers: 3, staff: 1 }

let replicas: Replicas
afterEach(() => replicas.close())

test('F12: a blocked process gets no calls, is found dead by its health check, and replaced; others serve meanwhile', async () => {
  replicas = await openReplicas(3)
  const [one] = replicas.all
  if (!one) throw new Error('There is no process')
  const [still] = await Promise.all(
    replicas.all.map((each) => replicas.start(each, each === one ? crashAt({ at: 'SIGUSR2', blockSeconds: 60 }) : {})),
  )
  const { tally, end } = await startLoad(replicas, LOAD)
  await vi.waitUntil(() => tally.archives.length > 0, 60_000)
  still?.kill('SIGUSR2')
  await replicas.waitUntilDrained(one)

  const given = replicas.balancer.given(one.url)
  const other = await startLoad(replicas, LOAD)
  await vi.waitUntil(() => other.tally.archives.length >= LOAD.customers, 60_000)
  await expect(fetch(`${one.url}/healthz`, { signal: AbortSignal.timeout(1000) })).rejects.toThrow('timeout')
  expect({ failed: other.tally.failed, given: replicas.balancer.given(one.url) }).toEqual({ failed: [], given })

  await one.kill()
  await replicas.start(one)
  await Promise.all([end(), other.end()])
  expect(tally.failed).toHaveLength(replicas.balancer.cut(one.url))
  expect(other.tally.failed).toEqual([])
  expect(await countLost(replicas, tally)).toBe(0)
}, 180_000)
