import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as rest } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KiB, minutes, seconds } from '#domain/units.ts'
import { type Customer, logInAsDemoCustomer, makeContent, urlOfPart } from '#server/testing/processes/demo-customer.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'

/** Longer than every idle timeout. */
const LONG_MS = seconds(100)
const A_SECOND = KiB(5)
const PART = A_SECOND * (LONG_MS / seconds(1))
const IDLE = 500

let product: ServerProcess
let customer: Customer
beforeAll(async () => {
  product = await prepareServer({ PART_BYTES: String(PART) })
  await product.start()
  customer = await logInAsDemoCustomer(product.url)
})
afterAll(() => product.remove())

test(
  `F32: a part that arrives at 5 kB/s is accepted after ${LONG_MS / 1000} s`,
  async () => {
    const content = makeContent(PART)
    const presigned = await customer.start(content, PART)
    const sending = request(urlOfPart(presigned, 1), { method: 'PUT', headers: { 'content-length': PART } })
    const answer = new Promise((resolve, reject) => {
      sending.once('response', ({ statusCode }) => resolve(statusCode))
      sending.once('error', reject)
    })
    for (let at = 0; at < PART; at += A_SECOND) {
      sending.write(content.subarray(at, at + A_SECOND))
      await Promise.race([rest(seconds(1)), answer])
    }
    sending.end()
    expect(await answer).toBe(200)
  },
  minutes(4),
)

test(
  `F33: ${IDLE} connections that never finish their request are closed, while others are served`,
  async () => {
    const { hostname, port } = new URL(product.url)
    const sockets = Array.from({ length: IDLE }, (_, at) => {
      const socket = connect(Number(port), hostname).on('error', () => undefined)
      if (at % 2 === 0) socket.write('GET /api/crop-images/get HTTP/1.1\r\nhost: x\r\nx-slow: ')
      return socket.resume()
    })
    while (sockets.some(({ closed }) => !closed)) {
      expect(await customer.call('listMyAnalyses')).toMatchObject({ status: 200 })
      await rest(seconds(1))
    }
  },
  minutes(4),
)

test(
  'F32: a part at a byte a second is not aborted for two minutes, while a call at that rate is',
  async () => {
    const bytes = 120
    const content = makeContent(bytes)
    const presigned = await customer.start(content, PART)
    const isCut = Promise.withResolvers<number | undefined>()
    const call = request(`${product.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': bytes },
    })
    call.once('response', ({ statusCode }) => isCut.resolve(statusCode)).on('error', isCut.reject)
    const part = request(urlOfPart(presigned, 1), { method: 'PUT', headers: { 'content-length': bytes } })
    const answer = new Promise<number | undefined>((resolve, reject) => {
      part.once('response', ({ statusCode }) => resolve(statusCode)).once('error', reject)
    })
    for (const byte of content) {
      part.write(Buffer.of(byte))
      if (!call.destroyed) call.write(' ')
      await Promise.race([rest(seconds(1)), answer])
    }
    part.end()
    expect(await answer).toBe(200)
    expect(await isCut.promise).toBe(408)
  },
  minutes(4),
)
