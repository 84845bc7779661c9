import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { minutes } from '#domain/units.ts'
import { readOrCreateSecret } from '#server/secrets/keys.ts'
import { logInAsDemoCustomer } from '#server/testing/processes/demo-customer.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'

const KILLS = 24

let product: ServerProcess
beforeEach(async () => {
  product = await prepareServer({})
})
afterEach(() => product.remove())

test(
  `F8 F9: killed ${KILLS} times in its first start, from its beginning to its end, the next start succeeds`,
  async () => {
    const began = performance.now()
    await product.start()
    const takes = performance.now() - began
    await product.kill()
    for (let kill = 0; kill < KILLS; kill += 1) {
      await product.empty()
      const child = product.spawn({})
      await delay((kill * takes) / KILLS)
      child.kill('SIGKILL')
      await product.ended()
      // The database of the killed process may still run.
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
