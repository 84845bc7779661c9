import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { minutes, seconds } from '#domain/units.ts'
import { logInAsDemoCustomer } from '#server/testing/processes/demo-customer.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'

const OPEN_FILES = 700
const soon = { timeout: seconds(60), interval: 100 }

let product: ServerProcess
afterEach(() => product.remove())

const account = (at: number) =>
  JSON.stringify({ fullName: 'Ann Field', email: `ann-${at}@station.example`, password: 'Furrow-2026!' })

test(
  `F75: more connections than there are descriptors (${OPEN_FILES}) lose no data and block other clients only while they last`,
  async () => {
    product = await prepareServer({ LOG_LEVEL: 'info' })
    let log = ''
    const child = product.spawn({}, { openFiles: OPEN_FILES })
    child.stdout?.on('data', (text) => (log += text))
    await product.ready()
    expect(log).toContain('"max":150,"msg":"connection limit"')
    // Connects before the others.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = (method: string, path: string, body = '') =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = body ? { 'content-type': 'application/json' } : {}
        request(product.url + path, { agent, method, headers }, (answer) => {
          answer.resume().once('end', () => resolve(answer.statusCode))
        })
          .once('error', reject)
          .end(body)
      })
    expect(await ask('GET', '/readyz')).toBe(200)
    const { hostname, port } = new URL(product.url)
    const idle = Array.from({ length: OPEN_FILES + 100 }, () =>
      connect(Number(port), hostname).on('error', () => undefined),
    )
    await vi.waitFor(() => expect(log).toContain('connection limit reached'), soon)
    for (let at = 0; at < 5; at += 1) expect(await ask('POST', '/api/auth/register', account(at))).toBe(200)
    expect(await ask('GET', '/readyz')).toBe(200)
    for (const socket of idle) socket.destroy()
    const customer = await vi.waitFor(() => logInAsDemoCustomer(product.url), soon)
    expect(await customer.call('listMyAnalyses')).toMatchObject({ status: 200 })
    agent.destroy()
    expect(await product.stop()).toEqual([0, null])
  },
  minutes(4),
)
