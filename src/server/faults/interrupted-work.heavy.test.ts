import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { minutes, seconds } from '#domain/units.ts'
import { crashAt } from '#server/testing/faults/fault-point.ts'
import { type Customer, logInAsDemoCustomer, makeContent, PART } from '#server/testing/processes/demo-customer.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'
import { sendParts } from '#server/testing/server/uploads.ts'

let product: ServerProcess
let customer: Customer
beforeEach(async () => {
  product = await prepareServer({ PART_BYTES: String(PART) })
})
afterEach(() => product.remove())

async function startUntilCrash(...point: Parameters<typeof crashAt>): Promise<void> {
  await product.start(crashAt(...point))
  customer = await logInAsDemoCustomer(product.url)
}

test(
  'F3: killed after the store completed the upload, the server completes the request without another call',
  async () => {
    await startUntilCrash({ after: 'rename', to: '/objects/objects/' })
    const content = makeContent(2 * PART)
    const presigned = await customer.start(content)
    const parts = await sendParts(presigned, content)
    await expect(customer.complete(presigned, parts)).rejects.toThrow('fetch failed')
    expect(await product.ended()).toEqual([null, 'SIGKILL'])

    await product.start()
    const soon = { timeout: minutes(2), interval: seconds(1) }
    await vi.waitFor(async () => {
      const { body } = await customer.call('listMyAnalyses')
      expect(body.data).toMatchObject([{ analysisRequestId: presigned.id, status: 'PENDING' }])
    }, soon)
  },
  minutes(3),
)

test(
  'F6: killed after an email was sent and before this was recorded, it is sent again with the same Message-ID',
  async () => {
    const folder = join(product.folder, 'mail')
    const emails = () => readdirSync(folder).filter((name) => name.endsWith('.eml'))
    await startUntilCrash({ after: 'rename', to: '\\.eml$' })
    const email = 'ann@example.org'
    const body = { fullName: 'Ann Meadow', email, password: 'Furrow-2026!', confirmPassword: 'Furrow-2026!' }
    await customer.call('register', { body }).catch(() => undefined)
    expect(await product.ended()).toEqual([null, 'SIGKILL'])
    const [first = ''] = emails()
    expect(emails()).toEqual([first])

    await product.start()
    // Written after the email itself: the completed attempt.
    const recorded = () => readFileSync(join(folder, first.replace('.eml', '.json')), 'utf8')
    const soon = { timeout: minutes(4), interval: seconds(1) }
    await vi.waitFor(() => expect(JSON.parse(recorded())).toMatchObject({ to: email }), soon)
    expect(emails()).toEqual([first])
    const message = readFileSync(join(folder, first), 'utf8')
    expect(message).toContain(`Message-ID: <${first.replace('.eml', '')}@127.0.0.1>`)
  },
  minutes(5),
)
