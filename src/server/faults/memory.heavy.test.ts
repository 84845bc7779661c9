import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MiB, minutes } from '#domain/units.ts'
import { crashAt, PEAK_MEMORY_OUTPUT } from '#server/testing/faults/fault-point.ts'
import { logInAsDemoCustomer, makeContent, urlOfPart } from '#server/testing/processes/demo-customer.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'

const PART = MiB(4)

let product: ServerProcess
beforeEach(async () => {
  product = await prepareServer({ PART_BYTES: String(PART) })
})
afterEach(() => product.remove())

/** The peak memory of a server process that does `work`, in MiB. */
async function memoryOf(work: () => Promise<void>): Promise<number> {
  const child = product.spawn(crashAt({ at: 'end' }))
  let stderr = ''
  child.stderr?.on('data', (text) => (stderr += text))
  const closed = once(child, 'close')
  for await (const text of child.stdout ?? []) if (String(text).includes('Skyfurrow is ready')) break
  await work()
  child.kill('SIGTERM')
  expect(await closed).toEqual([0, null])
  return Number(PEAK_MEMORY_OUTPUT.exec(stderr)?.[1]) / 1024
}

test(
  'F13: twenty concurrent parts need little additional memory',
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
      const urls: [string, Buffer][] = []
      for (let upload = 0; upload < 5; upload += 1) {
        const presigned = await customer.start(content, PART)
        for (let part = 0; part < 4; part += 1)
          urls.push([urlOfPart(presigned, part + 1), content.subarray(part * PART, (part + 1) * PART)])
      }
      const answers = await Promise.all(
        urls.map(([url, bytes]) => fetch(url, { method: 'PUT', body: new Uint8Array(bytes) })),
      )
      expect(answers.map(({ status }) => status)).toEqual(urls.map(() => 200))
    })
    console.log(
      `at most ${Math.round(before)} MiB without uploads, ${Math.round(during)} MiB with twenty parts at once`,
    )
    expect(during - before).toBeLessThan(80)
  },
  minutes(2),
)
