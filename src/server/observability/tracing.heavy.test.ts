import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { minutes } from '#domain/units.ts'
import { logInAsDemoCustomer } from '#server/testing/processes/demo-customer.ts'
import { freePort } from '#server/testing/processes/free-port.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'

let product: ServerProcess
const endpointOf = (port: number) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  OTEL_BSP_SCHEDULE_DELAY: '100',
})
afterEach(() => product.remove())

const calls = async () => {
  const customer = await logInAsDemoCustomer(product.url)
  for (let call = 0; call < 50; call += 1) expect(await customer.call('listMyAnalyses')).toMatchObject({ status: 200 })
}

test(
  'F71: a collector that is not there costs no call, and no end of the program',
  async () => {
    product = await prepareServer(endpointOf(await freePort()))
    await product.start()
    await calls()
    expect(await product.stop()).toEqual([0, null])
  },
  minutes(3),
)

test(
  'F71: a collector that takes traces and never answers costs no call, and no end of the program',
  async () => {
    let asked = 0
    const silent = createServer(() => (asked += 1))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    product = await prepareServer(endpointOf((silent.address() as AddressInfo).port))
    await product.start()
    await calls()
    await vi.waitFor(() => expect(asked).toBeGreaterThan(0), { timeout: 60_000, interval: 50 })
    await calls()
    expect(await product.stop()).toEqual([0, null])
    silent.closeAllConnections()
    silent.close()
  },
  minutes(3),
)
