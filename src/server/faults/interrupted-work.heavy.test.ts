import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { minutes, seconds } from '#domain/units.ts'
import { crashAt } from '#server/testing/faults/fault-point.ts'
import { type Customer, logInAsDemoCustomer, makeContent, PART } from '#server/testing/processes/demo-customer.ts'
import { type Product, prepareServer } from '#server/testing/processes/server-process.ts'
import { sendParts } from '#server/testing/server/uploads.ts'

let product: Product
let customer: Customer
beforeEach(async () => {
  product = await prepareServer({ PART_BYTES: String(PART) })
})
afterEach(() => product.remove())

async function startToDie(...point: Parameters<typeof crashAt>): Promise<void> {
  await product.start(crashAt(...point))
  customer = await logInAsDemoCustomer(product.url)
}

test(
  'F3: killed when the store is done, the server itself completes the request, though nobody asks again',
  async () => {
    await startToDie({ after: 'rename', to: '/objects/objects/' })
    const content = makeContent(2 * PART)
    const slots = await customer.start(content)
    const receipts = await sendParts(slots, content)
    await expect(customer.complete(slots, receipts)).rejects.toThrow('fetch failed')
    expect(await product.ended()).toEqual([null, 'SIGKILL'])

    await product.start()
    const soon = { timeout: minutes(2), interval: seconds(1) }
    await vi.waitFor(async () => {
      const { body } = await customer.call('listMyAnalyses')
      expect(body.data).toMatchObject([{ analysisRequestId: slots.id, status: 'PENDING' }])
    }, soon)
  },
  minutes(3),
)

test(
  'F6: killed after an email was sent and before it was recorded, it is sent once more, with the same Message-ID',
  async () => {
    const folder = join(product.folder, 'mail')
    const emails = () => readdirSync(folder).filter((name) => name.endsWith('.eml'))
    await startToDie({ after: 'rename', to: '\\.eml$' })
    const email = 'ann@example.org'
    const body = { fullName: 'Ann Meadow', email, password: 'Furrow-2026!', confirmPassword: 'Furrow-2026!' }
    await customer.call('register', { body }).catch(() => undefined)
    expect(await product.ended()).toEqual([null, 'SIGKILL'])
    const [first = ''] = emails()
    expect(emails()).toEqual([first])

    await product.start()
    // Written after the email itself, by the attempt that completes.
    const noted = () => readFileSync(join(folder, first.replace('.eml', '.json')), 'utf8')
    const soon = { timeout: minutes(4), interval: seconds(1) }
    await vi.waitFor(() => expect(JSON.parse(noted())).toMatchObject({ to: email }), soon)
    expect(emails()).toEqual([first])
    const message = readFileSync(join(folder, first), 'utf8')
    expect(message).toContain(`Message-ID: <${first.replace('.eml', '')}@127.0.0.1>`)
  },
  minutes(5),
)
