import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeZip } from '#domain/archive/testing/make-zip.ts'
import { minutes, seconds } from '#domain/units.ts'
import { type Field, makeField } from '#imagery/dense/testing/make-field.ts'
import { errorsOfPlots, trueHeights } from '#imagery/dense/testing/measure-surface.ts'
import { DEMO_ACCOUNTS } from '#server/features/accounts/demo/demo-accounts.ts'
import { photosOfField } from '#server/testing/field-photos.ts'
import { EAST, NORTH } from '#server/testing/photo-flight.ts'
import { type Customer, logInAsDemoAccount, logInAsDemoCustomer } from '#server/testing/processes/demo-customer.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'
import { inUtm, polygon } from '#server/testing/server/trials.ts'
import { sendParts } from '#server/testing/server/uploads.ts'

let product: ServerProcess
let staff: Customer
let customer: Customer
beforeAll(async () => {
  product = await prepareServer({})
  await product.start()
  staff = await logInAsDemoAccount(product.url, DEMO_ACCOUNTS[0].email)
  customer = await logInAsDemoCustomer(product.url)
}, minutes(2))
afterAll(() => product.remove())

const until = <Found>(what: string, find: () => Promise<Found | undefined>): Promise<Found> =>
  vi.waitFor(
    async () => {
      const found = await find()
      if (found === undefined) throw new Error(`${what}: not yet`)
      return found
    },
    { timeout: minutes(4), interval: seconds(1) },
  )

/** What a flight makes of the photos of a field: the maps of its report. */
async function mapsOf(field: Field) {
  const archive = Buffer.from(makeZip(await photosOfField(field)))
  const presigned = await customer.start(archive, archive.length)
  const { id: analysisRequestId } = presigned
  expect((await customer.complete(presigned, await sendParts(presigned, archive))).status).toBe(200)
  const started = await staff.call('startRun', {
    body: { analysisRequestId, engine: 'preview', preset: 'surface-fine' },
  })
  const runId = started.body.data.runId
  const run = await until('The run', async () => {
    const { body } = await staff.call('listRuns', { query: { analysisRequestId } })
    return body.data.find((one) => one.runId === runId && one.endedAt !== null)
  })
  expect([run.state, run.reason]).toEqual(['DONE', null])
  await staff.call('attachProducts', { body: { runId } })
  await staff.call('publishReport', { body: { analysisRequestId } })
  const maps = await until('The maps', async () => {
    const { body } = await customer.call('listMaps', { query: { analysisRequestId } })
    return body.data.every(({ state }) => state !== 'PREPARING') ? body.data : undefined
  })
  expect(maps.map(({ fileName }) => fileName)).toContain('terrain.tif')
  const mapId = (name: string) => maps.find(({ fileName }) => fileName === name)?.mapId ?? ''
  return { orthomosaic: mapId('orthomosaic.tif'), elevation: mapId('elevation.tif'), run }
}

test(
  'photos of a field become heights of its plots, with no staff but the start',
  async () => {
    const field = makeField({ isWhole: true })
    const { orthomosaic, elevation, run } = await mapsOf(field)
    expect(run.quality).toMatchObject({ level: 'gps', usedPhotos: 15 })
    expect(run.quality?.noiseCm).toBeLessThan(2)
    expect(run.quality?.tiltPercent).toBeLessThan(0.5)
    const { trialId } = (await customer.call('createTrial', { body: { name: 'Made field' } })).body.data
    const geojson = inUtm(
      field.plots.map(({ west, east, south, north }, at) =>
        polygon({ plot_id: `P${at}` }, [
          [EAST + west, NORTH + south],
          [EAST + east, NORTH + south],
          [EAST + east, NORTH + north],
          [EAST + west, NORTH + north],
          [EAST + west, NORTH + south],
        ]),
      ),
      32_632,
    )
    expect((await customer.call('savePlots', { body: { trialId, geojson } })).status).toBe(200)
    const added = await customer.call('addTrialFlight', {
      body: {
        trialId,
        takenOn: '2026-07-01',
        layers: [
          { mapId: orthomosaic, kind: 'rgb' },
          { mapId: elevation, kind: 'elevation' },
        ],
      },
    })
    expect([added.status, added.body.message]).toEqual([200, 'Flight added'])
    const traits = ['canopyHeight', 'canopyCover', 'hullHeight']
    const started = await customer.call('startMeasurement', {
      body: { trialId, bufferMetres: 0, mask: { method: 'exg' }, traits },
    })
    const { measurementId } = started.body.data
    await until('The measurement', async () => {
      const { body } = await customer.call('getMeasurement', { query: { measurementId } })
      return ['DONE', 'FAILED'].includes(body.data.state) ? body.data : undefined
    })
    const { body: table } = await customer.call('getTraitTable', { query: { measurementId } })
    const truth = trueHeights(field)
    const heights = errorsOfPlots(
      truth.map((height, at) => {
        const row = table.data.find(
          ({ plot_id: plot, trait, stat, scope }) =>
            plot === `P${at}` && trait === 'canopyHeight' && stat === 'p95' && scope === 'all',
        )
        const isRefused = row?.flags.includes('HEIGHT_REFUSED') === true
        return { isRefused, measured: row?.value ?? Number.NaN, true: height }
      }),
    )
    expect(heights.refused).toBeLessThan(0.1)
    expect(Math.abs(heights.mean)).toBeLessThan(0.025)
    expect(heights.deviation).toBeLessThan(0.02)
    expect(heights.worst).toBeLessThan(0.065)
    expect(heights.correlation).toBeGreaterThan(0.995)
  },
  minutes(9),
)
