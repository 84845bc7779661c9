import { once } from 'node:events'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MiB, minutes } from '#domain/units.ts'
import { logInAsDemoCustomer } from '#server/testing/processes/demo-customer.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'

let product: ServerProcess
beforeEach(async () => {
  product = await prepareServer({ LOG_LEVEL: 'trace' })
})
afterEach(() => product.remove())

test(
  'F71: the reader of the log blocks, and the server continues and stops as requested',
  async () => {
    const child = product.spawn({})
    for await (const text of (child.stdout ?? new Readable()).iterator({ destroyOnReturn: false }))
      if (String(text).includes('Skyfurrow is ready')) break
    child.stdout?.pause()
    const customer = await logInAsDemoCustomer(product.url)
    // Far more than the buffer of a pipe.
    for (let call = 0; call < 1500; call += 1)
      expect(await customer.call('listMyAnalyses')).toMatchObject({ status: 200 })
    expect(child.stdout?.readableLength).toBeLessThan(MiB(1))
    const closed = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await closed).toEqual([0, null])
  },
  minutes(3),
)

test.each([
  ['before it is ready', false],
  ['while it serves', true],
])(
  'F71: the reader of the log closes %s, and the server continues',
  async (_when, isReady) => {
    const child = product.spawn({})
    // Leaving the loop closes the pipe.
    for await (const text of child.stdout ?? []) if (!isReady || String(text).includes('Skyfurrow is ready')) break
    await product.ready()
    const customer = await logInAsDemoCustomer(product.url)
    for (let call = 0; call < 20; call += 1)
      expect(await customer.call('listMyAnalyses')).toMatchObject({ status: 200 })
    expect(await product.stop()).toEqual([0, null])
  },
  minutes(3),
)
