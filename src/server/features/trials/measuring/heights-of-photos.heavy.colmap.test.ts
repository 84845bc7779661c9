import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { api, type QueryIn } from '#contract/api.ts'
import { pathOf } from '#contract/endpoint.ts'
import type { PlotPhotoList } from '#contract/plot-photos.ts'
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
    // Beside other previews on two processors a run takes minutes.
    { timeout: minutes(9), interval: seconds(1) },
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

async function pictureOf(query: QueryIn<'getPlotPhoto'>): Promise<Buffer> {
  const url = `${product.url}${pathOf(api.getPlotPhoto)}?${new URLSearchParams(query as Record<string, string>).toString()}`
  const answer = await fetch(url, { headers: { authorization: `Bearer ${customer.token}` } })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

/** How much of a plot and of the ground around it is green, as parts. */
async function greenIn({ width, height, outline }: PlotPhotoList, picture: Buffer) {
  const { data } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const [xs, ys] = [0, 1].map((axis) => outline.flatMap((ring) => ring.map((point) => point[axis] ?? 0)))
  const [left, right] = [Math.min(...(xs ?? [])) * width, Math.max(...(xs ?? [])) * width]
  const [top, bottom] = [Math.min(...(ys ?? [])) * height, Math.max(...(ys ?? [])) * height]
  const counted = { inside: [0, 0], outside: [0, 0] }
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 3, at * 3 + 3)
    const isInside = x > left && x < right && y > top && y < bottom
    const of = counted[isInside ? 'inside' : 'outside']
    of[0] = (of[0] ?? 0) + (2 * green - red - blue > 0.15 * (red + green + blue) ? 1 : 0)
    of[1] = (of[1] ?? 0) + 1
  }
  return { inside: shareOf(counted.inside), outside: shareOf(counted.outside) }
}

const shareOf = ([green = 0, all = 1]: number[]) => green / all

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

    // Plants are in the plot and soil around it, in whichever photo.
    const { trialFlightId } = added.body.data
    for (const plotId of ['P1', 'P6', 'P10']) {
      const plot = { trialFlightId, plotId }
      const { data: list } = (await customer.call('listPlotPhotos', { query: plot })).body
      expect(list.photos.length).toBeGreaterThan(4)
      for (const { name } of list.photos.slice(0, 3)) {
        const green = await greenIn(list, await pictureOf({ ...plot, photo: name }))
        expect(green.inside).toBeGreaterThan(3 * green.outside)
      }
    }
  },
  minutes(15),
)
