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
