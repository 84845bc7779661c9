// A trial whose plots are measured by the product, from one photo that stands for every date.
import { setTimeout as wait } from 'node:timers/promises'
import { makeTiff } from '#imagery/testing/make-tiff.ts'

const COLUMNS = 200
/** Of a plot with its alley, in metres. */
const STEP = [1.8, 5]
const PLOT = [1.5, 4]
const PIXEL = 0.1
const CORNER = [300_000, 4_900_000]
/** All other values are of one pixel or two: what is drawn is the same. */
const TRAITS = ['canopyCover', 'GLI']
const FIRST_DATE = Date.UTC(2026, 4, 10)
/** One every four days. */
export const datesOf = (count) =>
  Array.from({ length: count }, (_, at) => new Date(FIRST_DATE + at * 4 * 86_400_000).toISOString().slice(0, 10))

/** Rows of plants in each plot, which cover more of it from the lower left to the upper right. */
export function drawPhoto(plots) {
  const rows = Math.ceil(plots / COLUMNS)
  const [width, height] = [COLUMNS * STEP[0], rows * STEP[1]].map((metres) => Math.round(metres / PIXEL))
  const side = [STEP[0] / PIXEL, STEP[1] / PIXEL]
  const isPlant = (x, y) => (((x * 7919) ^ (y * 104_729)) >>> 3) % 97 < 97 * ((x / width + 1 - y / height) / 2)
  const [plant, soil] = [
    [70, 130, 50],
    [170, 145, 120],
  ]
  const valueAt = (x, y, band) => (x % side[0] < PLOT[0] / PIXEL && isPlant(x, y) ? plant : soil)[band]
  return makeTiff({
    width,
    height,
    bands: 3,
    photometric: 2,
    compression: 'deflate',
    rowsPerStrip: 256,
    scale: [PIXEL, PIXEL, 0],
    tiepoint: [0, 0, 0, CORNER[0], CORNER[1] + rows * STEP[1], 0],
    keys: { 1024: 1, 1025: 1, 3072: 32_615 },
    valueAt,
  })
}

function plotsAsGeojson(count) {
  const features = Array.from({ length: count }, (_, at) => {
    const [row, column] = [Math.floor(at / COLUMNS), at % COLUMNS]
    const [left, bottom] = [CORNER[0] + column * STEP[0], CORNER[1] + row * STEP[1]]
    const [right, top] = [left + PLOT[0], bottom + PLOT[1]]
    const corners = [
      [left, bottom],
      [right, bottom],
      [right, top],
      [left, top],
      [left, bottom],
    ]
    return {
      type: 'Feature',
      properties: { plot_id: String(at + 1), row: row + 1, column: column + 1, genotype: `MN${at % (count / 2)}` },
      geometry: { type: 'Polygon', coordinates: [corners] },
    }
  })
  return {
    type: 'FeatureCollection',
    crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32615' } },
    features,
  }
}

/** @returns the trial, measured */
export async function measureTrial(call, { request, plots, dates }) {
  const [map] = (await call('GET', `/maps?analysisRequestId=${request}`)).data
  const { trialId } = (await call('POST', '/trials', { name: 'Large nursery', plantingDate: '2026-05-01' })).data
  for (const takenOn of dates) await call('POST', '/trials/flights', { trialId, takenOn, orthomosaicMapId: map.mapId })
  await call('POST', '/trials/plots', { trialId, geojson: plotsAsGeojson(plots) })
  await call('POST', '/trials/measure', { trialId, bufferMetres: 0, mask: { method: 'exg' }, traits: TRAITS })
  for (;;) {
    const [measurement] = (await call('GET', `/trials/trial?trialId=${trialId}`)).data.measurements
    if (measurement.state === 'DONE') return trialId
    if (measurement.state === 'FAILED') throw new Error(measurement.reason)
    await wait(1000)
  }
}
