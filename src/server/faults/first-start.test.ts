import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { minutes } from '#domain/units.ts'
import { readOrMakeSecret } from '#server/keys.ts'
import { enterAsCustomer } from '#server/testing/customer.ts'
import { changesUntilEnd, dyingAt } from '#server/testing/fault-point.ts'
import { times } from '#server/testing/fault-times.ts'
import { type Product, prepareProduct } from '#server/testing/product.ts'

const KILLS = times({ full: 24, short: 2 })

let product: Product
beforeEach(async () => {
  product = await prepareProduct({})
  product.empty()
})
afterEach(() => product.remove())

/** Starts it for the first time, to its death at the nth change of the disk; answers how many changes it has lived through. */
async function startUntil(nth: number): Promise<number> {
  const child = product.spawn(dyingAt({ before: 'disk change', nth }))
  let said = ''
  child.stdout?.on('data', (text) => {
    said += text
    if (said.includes('Skyfurrow is ready')) child.kill('SIGTERM')
  })
  return changesUntilEnd(child)
}

test(
  `F8: killed ${KILLS} times in its first start, from the first change of the disk to the last, the next one is whole`,
  async () => {
    const changes = await startUntil(Number.MAX_SAFE_INTEGER)
    for (let kill = 0; kill < KILLS; kill += 1) {
      product.empty()
      await startUntil(1 + Math.round((kill * (changes - 2)) / (KILLS - 1)))
      await product.start()
      const customer = await enterAsCustomer(product.url)
      expect(await customer.call('listMyAnalyses')).toMatchObject({ status: 200, body: { data: [] } })
      await product.kill()
    }
  },
  minutes(2) + KILLS * minutes(1),
)

test('F8: a secret key that was never whole is made anew, and one that was is kept', () => {
  writeFileSync(join(product.folder, 'secret.key.new'), 'cut of')
  const secret = readOrMakeSecret(product.folder)
  expect(secret).toHaveLength(32)
  expect(readOrMakeSecret(product.folder)).toEqual(secret)
})
