import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { minutes, seconds } from '#domain/units.ts'
import { type Customer, enterAsCustomer, makeContent, PART } from '#server/testing/customer.ts'
import { dyingAt } from '#server/testing/fault-point.ts'
import { type Product, prepareProduct } from '#server/testing/product.ts'
import { sendParts } from '#server/testing/uploading.ts'

let product: Product
let customer: Customer
beforeEach(async () => {
  product = await prepareProduct({ PART_BYTES: String(PART) })
})
afterEach(() => product.remove())

async function startToDie(...point: Parameters<typeof dyingAt>): Promise<void> {
  await product.start(dyingAt(...point))
  customer = await enterAsCustomer(product.url)
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
  'F6: killed when a letter has gone and nobody has noted so, it goes once more, under the same Message-ID',
  async () => {
    const folder = join(product.folder, 'mail')
    const letters = () => readdirSync(folder).filter((name) => name.endsWith('.eml'))
    await startToDie({ after: 'rename', to: '\\.eml$' })
    const email = 'ann@example.org'
    const body = { fullName: 'Ann Meadow', email, password: 'Furrow-2026!', confirmPassword: 'Furrow-2026!' }
    await customer.call('register', { body }).catch(() => undefined)
    expect(await product.ended()).toEqual([null, 'SIGKILL'])
    const [first = ''] = letters()
    expect(letters()).toEqual([first])

    await product.start()
    // Written after the letter itself: the sending that lives to its end.
    const noted = () => readFileSync(join(folder, first.replace('.eml', '.json')), 'utf8')
    const soon = { timeout: minutes(4), interval: seconds(1) }
    await vi.waitFor(() => expect(JSON.parse(noted())).toMatchObject({ to: email }), soon)
    expect(letters()).toEqual([first])
    const message = readFileSync(join(folder, first), 'utf8')
    expect(message).toContain(`Message-ID: <${first.replace('.eml', '')}@127.0.0.1>`)
  },
  minutes(5),
)
