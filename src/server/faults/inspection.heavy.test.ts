import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeZip } from '#domain/archive/testing/make-zip.ts'
import { minutes, seconds } from '#domain/units.ts'
import { logInAsDemoCustomer, PART } from '#server/testing/processes/demo-customer.ts'
import { type Product, prepareServer } from '#server/testing/processes/server-process.ts'
import { sendParts } from '#server/testing/server/uploads.ts'

const DYING = { NODE_OPTIONS: `--import=${join(import.meta.dirname, '../testing/faults/crash-in-inspection.ts')}` }

let product: Product
beforeAll(async () => {
  product = await prepareServer({ PART_BYTES: String(PART) })
})
afterAll(() => product.remove())

test(
  'F7: killed while it looks into an archive, the next worker does it again once the lease has ended, and there is one answer',
  async () => {
    await product.start(DYING)
    const customer = await logInAsDemoCustomer(product.url)
    const content = Buffer.from(makeZip([{ name: 'a.jpg', content: new Uint8Array(2 * PART) }]))
    const slots = await customer.start(content)
    // The response may be lost with the process.
    const receipts = await sendParts(slots, content)
    await customer.complete(slots, receipts).catch(() => undefined)
    expect(await product.ended()).toEqual([null, 'SIGKILL'])

    await product.start()
    const soon = { timeout: minutes(4), interval: seconds(1) }
    await vi.waitFor(async () => {
      const { body } = await customer.call('listMyAnalyses')
      const [file, ...others] = body.data[0]?.receipts ?? []
      expect(others).toEqual([])
      expect(file?.inspection).toMatchObject({
        type: 'zip',
        contents: { jpeg: 1, unpackedBytes: 2 * PART },
        hazards: {},
      })
    }, soon)
  },
  minutes(5),
)
