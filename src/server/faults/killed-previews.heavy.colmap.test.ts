import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { RunItem } from '#contract/processing.ts'
import { makeZip } from '#domain/archive/testing/make-zip.ts'
import { minutes, seconds } from '#domain/units.ts'
import { DEMO_ACCOUNTS } from '#server/features/accounts/demo/demo-accounts.ts'
import { makePhotos } from '#server/testing/photo-flight.ts'
import { type Customer, logInAsDemoAccount, logInAsDemoCustomer } from '#server/testing/processes/demo-customer.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'
import { sendParts } from '#server/testing/server/uploads.ts'

const PRODUCTS = [
  'cameras.json',
  'confidence.tif',
  'elevation.tif',
  'hillshade.tif',
  'model.glb',
  'orthomosaic-picture.tif',
  'orthomosaic.tif',
  'points.laz',
  'quality.json',
  'quality.txt',
]

let product: ServerProcess
let staff: Customer
let analysisRequestId: string
beforeAll(async () => {
  product = await prepareServer({})
  await product.start()
  staff = await logInAsDemoAccount(product.url, DEMO_ACCOUNTS[0].email)
  const customer = await logInAsDemoCustomer(product.url)
  const photos = await makePhotos({ lines: 2, shots: 4 })
  const archive = Buffer.from(makeZip(photos.map(({ name, jpeg: content }) => ({ name, content }))))
  const presigned = await customer.start(archive, archive.length)
  analysisRequestId = presigned.id
  const { status, body } = await customer.complete(presigned, await sendParts(presigned, archive))
  if (status !== 200) throw new Error(body.message)
})
afterAll(() => product.remove())

const runNow = async (): Promise<RunItem> => {
  const { body } = await staff.call('listRuns', { query: { analysisRequestId } })
  const [run] = body.data
  if (!run) throw new Error('There is no run')
  return run
}

async function until(what: string, isSo: (run: RunItem) => boolean): Promise<RunItem> {
  for (;;) {
    const run = await runNow()
    if (isSo(run)) return run
    if (run.endedAt !== null) throw new Error(`${what}: it ended as ${run.state} before: ${run.reason}`)
  }
}

/** It has all stages of a preview, and those of a surface. */
const start = async () => {
  const { status } = await staff.call('startRun', { body: { analysisRequestId, engine: 'preview', preset: 'surface' } })
  expect(status).toBe(200)
}

async function restart(): Promise<void> {
  await product.kill()
  await product.start()
  // A session lasts minutes, and so does each of these.
  staff = await logInAsDemoAccount(product.url, DEMO_ACCOUNTS[0].email)
}

const names = ({ products }: RunItem) => products.map(({ fileName }) => fileName).sort()
const scratch = () => readdirSync(join(product.folder, 'scratch/preview'))
/** What a run left in the store that is no file of anything: unfinished and forgotten objects. */
const unfinished = () => readdirSync(join(product.folder, 'objects/tmp'))

type Moment = [what: string, isSo: (run: RunItem) => boolean]
const at = (stage: RunItem['stage'], from = 0): Moment => [
  `${stage} ${from}`,
  (run) => run.state === 'RUNNING' && run.stage === stage && run.fraction >= from,
]
/** A run that stopped six times fails; what a process holds that was killed is taken up after about 80 seconds. */
const MOMENTS: Moment[][] = [
  [['queued', () => true], at('running'), at('running', 0.1)],
  [at('running', 0.55), at('running', 0.68), at('running', 0.88)],
  [
    ['one product is kept', ({ products }) => products.length > 0],
    ['most are kept', ({ products }) => products.length > 4],
  ],
]

test.each(MOMENTS.map((moments) => [moments.map(([what]) => what).join(', '), moments] as const))(
  'killed when %s, a run goes on and ends with each product once',
  async (_names, moments) => {
    await start()
    for (const moment of moments) {
      await until(...moment)
      await restart()
    }
    const run = await until('done', ({ state }) => state === 'DONE')
    expect(names(run)).toEqual(PRODUCTS)
    expect(run.quality).toMatchObject({ photos: 8, usedPhotos: 8 })
    await vi.waitFor(() => expect([scratch(), unfinished()]).toEqual([[], []]), { timeout: minutes(1) })
  },
  minutes(15),
)

test(
  'killed right after it was cancelled, a run stays cancelled, and nothing of it is left',
  async () => {
    await start()
    const { runId } = await until(...at('running', 0.25))
    expect((await staff.call('cancelRun', { body: { runId } })).status).toBe(200)
    await restart()
    await vi.waitFor(() => expect([scratch(), unfinished()]).toEqual([[], []]), {
      timeout: minutes(2),
      interval: seconds(1),
    })
    const run = await runNow()
    expect([run.runId, run.state, run.products]).toEqual([runId, 'CANCELLED', []])
  },
  minutes(10),
)
