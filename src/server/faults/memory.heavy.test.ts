import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MiB, minutes } from '#domain/units.ts'
import { crashAt, MEMORY_SAID } from '#server/testing/faults/fault-point.ts'
import { linkOf, logInAsDemoCustomer, makeContent } from '#server/testing/processes/demo-customer.ts'
import { type Product, prepareServer } from '#server/testing/processes/server-process.ts'

const PART = MiB(4)

let product: Product
beforeEach(async () => {
  product = await prepareServer({ PART_BYTES: String(PART) })
})
afterEach(() => product.remove())

/** The maximum memory of the product in MiB during a run that ends after `work`. */
async function memoryOf(work: () => Promise<void>): Promise<number> {
  const child = product.spawn(crashAt({ at: 'end' }))
  let faults = ''
  child.stderr?.on('data', (text) => (faults += text))
  const closed = once(child, 'close')
  for await (const text of child.stdout ?? []) if (String(text).includes('Skyfurrow is ready')) break
  await work()
  child.kill('SIGTERM')
  expect(await closed).toEqual([0, null])
  return Number(MEMORY_SAID.exec(faults)?.[1]) / 1024
}

test(
  'F13: twenty parts at once take little memory beside what the product needs anyway',
  async () => {
    await product.start()
    await product.stop()
    const login = async () => {
      await logInAsDemoCustomer(product.url)
    }
    const before = await memoryOf(login)
    const during = await memoryOf(async () => {
      const customer = await logInAsDemoCustomer(product.url)
      const content = makeContent(4 * PART)
      const links: [string, Buffer][] = []
      for (let upload = 0; upload < 5; upload += 1) {
        const slots = await customer.start(content, PART)
        for (let part = 0; part < 4; part += 1)
          links.push([linkOf(slots, part + 1), content.subarray(part * PART, (part + 1) * PART)])
      }
      const answers = await Promise.all(
        links.map(([url, bytes]) => fetch(url, { method: 'PUT', body: new Uint8Array(bytes) })),
      )
      expect(answers.map(({ status }) => status)).toEqual(links.map(() => 200))
    })
    console.log(
      `at most ${Math.round(before)} MiB without uploads, ${Math.round(during)} MiB with twenty parts at once`,
    )
    expect(during - before).toBeLessThan(80)
  },
  minutes(2),
)
