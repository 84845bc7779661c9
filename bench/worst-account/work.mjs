// One account starts all the work it can: archives that take long to look at, maps that take minutes, measurements of them. Another one starts
// something small of each kind.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { deflateRawSync } from 'node:zlib'
import { makeZip } from '#domain/archive/testing/make-zip.ts'
import { flightArchive } from '#server/testing/server/flights.ts'
import { fieldTiff } from '#server/testing/server/measured-trials.ts'
import { inUtm, polygon } from '#server/testing/server/trials.ts'
import { call, sendArchive, sendMap } from '../calls.mjs'
import { writeMap } from '../maps/data.mjs'

const HOSTILE = 5
const LARGE = 5
const SHOTS = 3000
/** 324 MB each, above what counts as small. */
const LARGE_MAPS = 2
const LARGE_PIXELS = 9000
const MEASUREMENTS = 12
const PLOTS_A_SIDE = 40
/** Of the map of `writeMap`, in metres. */
const FIELD = { west: 271_000, north: 4_902_000, side: LARGE_PIXELS * 0.027 }
const SMALL_FIELD = { west: 300_000, north: 4_900_012, side: 12 }
const LONGEST_MS = 900_000
const POLL_MS = 500

/** 20,000 names for one picture of 60 MB, in 3 MB. */
function hostileArchive() {
  const unpackedBytes = 60_000_000
  const content = deflateRawSync(Buffer.alloc(unpackedBytes))
  const one = { content, method: 8, unpackedBytes }
  const more = Array.from({ length: 20_000 }, (_, at) => ({
    ...one,
    name: `${at}.tif`,
    content: new Uint8Array(),
    packedBytes: content.length,
    from: 0,
  }))
  return Buffer.from(makeZip([{ ...one, name: 'first.tif' }, ...more]))
}

const smallMap = (width = 70) =>
  fieldTiff({
    width,
    height: 60,
    bands: 3,
    photometric: 2,
    valueAt: (x, y, band) => 40 + 60 * band + ((x + y) % 60),
    pixel: 0.2,
  })

/** 400,000 by 400,000 pixels in a few bytes. */
function hostileMap() {
  const file = smallMap()
  for (let at = 10; at < 10 + 12 * file.readUInt16LE(8); at += 12)
    if ([256, 257].includes(file.readUInt16LE(at))) {
      file.writeUInt16LE(4, at + 2)
      file.writeUInt32LE(400_000, at + 8)
    }
  return file
}

function largeMap(scratch, number) {
  const path = join(scratch, `large-${number}.tif`)
  writeMap(path, { kind: 'photo', pixels: LARGE_PIXELS })
  const content = readFileSync(path)
  rmSync(path)
  // Each its own content, or the second one would have the copy of the first.
  content[content.length - 1] = number
  return content
}

/** What `sendWorst` sends: made before, as that would hold up the clock of others. */
export const makeWorst = (scratch) => ({
  archives: [...Array(HOSTILE).fill(hostileArchive()), ...Array(LARGE).fill(flightArchive({ shots: SHOTS }))],
  badMap: hostileMap(),
  largeMaps: Array.from({ length: LARGE_MAPS }, (_, number) => largeMap(scratch, number)),
})

/** Sends archives and maps, as many as a minute takes. @returns the ids of the large maps */
export async function sendWorst(url, { headers, projectType }, { archives, badMap, largeMaps }) {
  for (const content of archives) await sendArchive(url, headers, { content, projectType })
  for (let number = 0; number < HOSTILE; number += 1)
    await sendMap(url, headers, { content: badMap, fileName: `bad-${number}.tif`, projectType })
  const ids = []
  for (const [number, content] of largeMaps.entries())
    ids.push(await sendMap(url, headers, { content, fileName: `large-${number}.tif`, projectType }))
  return ids
}

/** Starts measurements of all traits on the large maps, each of a trial of its own. @returns their ids */
export async function measureWorst(url, { headers }, mapIds) {
  await until(LONGEST_MS, async () => {
    const maps = await Promise.all(mapIds.map((id) => mapOf(url, headers, id)))
    return maps.every(({ state }) => state === 'READY')
  })
  const measurementIds = []
  for (let number = 0; number < MEASUREMENTS; number += 1) {
    const orthomosaicMapId = mapIds[number % mapIds.length]
    const trialId = await makeTrial(url, headers, { orthomosaicMapId, field: FIELD, side: PLOTS_A_SIDE })
    const settings = { trialId, bufferMetres: 0.3, mask: { method: 'exg' } }
    measurementIds.push((await call(`${url}/api/trials/measure`, headers, settings)).data.measurementId)
  }
  return measurementIds
}

/** @returns how long each took from its arrival to its end, in seconds */
export async function flightAndMap(url, { headers, projectType }) {
  const seconds = {}
  const request = await sendArchive(url, headers, { content: flightArchive({ shots: 5 }), projectType })
  seconds['flight check'] = await until(LONGEST_MS, async () => {
    const { data } = await call(`${url}/api/flights?analysisRequestId=${request}`, headers)
    return data.state === 'READY'
  })
  const mapId = await sendMap(url, headers, { content: smallMap(), fileName: 'field.tif', projectType })
  seconds.map = await until(LONGEST_MS, async () => (await mapOf(url, headers, mapId)).state === 'READY')
  return { mapId, seconds }
}

export async function smallMeasurement(url, { headers }, orthomosaicMapId) {
  const trialId = await makeTrial(url, headers, { orthomosaicMapId, field: SMALL_FIELD, side: 2 })
  const settings = { trialId, bufferMetres: 0, mask: { method: 'exg' } }
  const { measurementId } = (await call(`${url}/api/trials/measure`, headers, settings)).data
  return until(LONGEST_MS, async () => {
    const { data } = await call(`${url}/api/trials/measurement?measurementId=${measurementId}`, headers)
    if (['FAILED', 'CANCELLED'].includes(data.state)) throw new Error(`The small measurement is ${data.state}`)
    return data.state === 'DONE'
  })
}

const mapOf = async (url, headers, fileId) => (await call(`${url}/api/maps?fileId=${fileId}`, headers)).data[0]

async function makeTrial(url, headers, { orthomosaicMapId, field, side }) {
  const { trialId } = (await call(`${url}/api/trials`, headers, { name: 'A trial' })).data
  await call(`${url}/api/trials/flights`, headers, { trialId, takenOn: '2026-07-01', orthomosaicMapId })
  await call(`${url}/api/trials/plots`, headers, { trialId, geojson: plotsOf(field, side) })
  return trialId
}

/** `side` times `side` plots over the middle of a map. */
function plotsOf({ west, north, side: metres }, side) {
  const step = (metres * 0.9) / side
  const features = Array.from({ length: side * side }, (_, at) => {
    const left = west + metres * 0.05 + (at % side) * step
    const top = north - metres * 0.05 - Math.floor(at / side) * step
    const [right, bottom] = [left + step * 0.9, top - step * 0.9]
    const ring = [
      [left, bottom],
      [right, bottom],
      [right, top],
      [left, top],
      [left, bottom],
    ]
    return polygon({ plot_id: String(at + 1) }, ring)
  })
  return inUtm(features)
}

/** @returns the seconds until `isSo` */
async function until(longestMs, isSo) {
  const started = performance.now()
  while (!(await isSo())) {
    if (performance.now() - started > longestMs) throw new Error(`Not done after ${longestMs / 1000} s`)
    await wait(POLL_MS)
  }
  return (performance.now() - started) / 1000
}
