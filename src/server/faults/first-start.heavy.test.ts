import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { minutes } from '#domain/units.ts'
import { readOrCreateSecret } from '#server/keys.ts'
import { countDiskChanges, crashAt } from '#server/testing/faults/fault-point.ts'
import { logInAsDemoCustomer } from '#server/testing/processes/demo-customer.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'

const KILLS = 24

let product: ServerProcess
beforeEach(async () => {
  product = await prepareServer({})
  product.empty()
})
afterEach(() => product.remove())

/** First start, killed at the nth disk change. Returns the number of disk changes. */
async function startUntil(nth: number): Promise<number> {
  const child = product.spawn(crashAt({ before: 'disk change', nth }))
  let stdout = ''
  child.stdout?.on('data', (text) => {
    stdout += text
    if (stdout.includes('Skyfurrow is ready')) child.kill('SIGTERM')
  })
  return countDiskChanges(child)
}

test(
  `F8: killed ${KILLS} times in its first start, from the first disk change to the last, the next start succeeds`,
  async () => {
    const changes = await startUntil(Number.MAX_SAFE_INTEGER)
    for (let kill = 0; kill < KILLS; kill += 1) {
      product.empty()
      await startUntil(1 + Math.round((kill * (changes - 2)) / (KILLS - 1)))
      await product.start()
      const customer = await logInAsDemoCustomer(product.url)
      expect(await customer.call('listMyAnalyses')).toMatchObject({ status: 200, body: { data: [] } })
      await product.kill()
    }
  },
  minutes(2) + KILLS * minutes(1),
)

test('F8: a secret key that was never complete is created again, and a complete one is kept', () => {
  writeFileSync(join(product.folder, 'secret.key.new'), 'cut of')
  const secret = readOrCreateSecret(product.folder)
  expect(secret).toHaveLength(32)
  expect(readOrCreateSecret(product.folder)).toEqual(secret)
})
