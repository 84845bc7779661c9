import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeZip } from '#domain/archive/testing/make-zip.ts'
import { minutes, seconds } from '#domain/units.ts'
import { logInAsDemoCustomer, PART } from '#server/testing/processes/demo-customer.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'
import { sendParts } from '#server/testing/server/uploads.ts'

const CRASHING = { NODE_OPTIONS: `--import=${join(import.meta.dirname, '../testing/faults/crash-in-inspection.ts')}` }

let product: ServerProcess
beforeAll(async () => {
  product = await prepareServer({ PART_BYTES: String(PART) })
})
afterAll(() => product.remove())

test(
  'F7: killed while it inspects an archive, the next worker repeats it once the lease has expired, and there is one result',
  async () => {
    await product.start(CRASHING)
    const customer = await logInAsDemoCustomer(product.url)
    const content = Buffer.from(makeZip([{ name: 'a.jpg', content: new Uint8Array(2 * PART) }]))
    const presigned = await customer.start(content)
    // The response may be lost with the process.
    const receipts = await sendParts(presigned, content)
    await customer.complete(presigned, receipts).catch(() => undefined)
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
