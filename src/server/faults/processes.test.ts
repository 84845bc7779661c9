import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { minutes } from '#domain/units.ts'
import { logInAsDemoCustomer } from '#server/testing/processes/demo-customer.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'

let product: ServerProcess
beforeEach(async () => {
  product = await prepareServer({ LOG_LEVEL: 'info' })
})
afterEach(() => product.remove())

test(
  'F19 F20: a second process on the same folder exits and names the first; after a crash the folder is unlocked',
  async () => {
    const first = product.spawn({})
    await product.ready()
    const second = product.spawn({ PORT: '1' })
    let stderr = ''
    second.stderr?.on('data', (text) => (stderr += text))
    expect(await once(second, 'close')).toEqual([1, null])
    expect(stderr).toContain(`is in use by process ${first.pid}. Stop it first, or set DATA_DIR.`)
    expect(await logInAsDemoCustomer(product.url)).toHaveProperty('token')

    const dead = once(first, 'exit')
    first.kill('SIGKILL')
    await dead
    await product.start()
    expect(await product.stop()).toEqual([0, null])
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
