// Trials of synthetic crops for the pictures of the public pages, made through the API as a customer would.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { CROPS } from '#server/compute/synthetic/crops.ts'
import { chance } from '#server/compute/synthetic/noise.ts'
import { plotsAsGeojson, plotsOf } from '#server/compute/synthetic/plots.ts'
import { BARE_GROUND, filesOfSeason, flightFiles } from '#server/features/trials/synthetic/seasons.ts'
import { call, logIn, read, until, upload } from '../lib/api.mjs'
import { NODE_FLAGS, ROOT } from '../lib/launch.mjs'
import { addUser, PEOPLE } from './examples.mjs'

export const GROWER = { email: 'hanna.vogel@example.org', password: 'Meadow-2027!' }
const APPROVED = 1
/** In bytes. */
const MAP_MAX = 64 * 1024 * 1024
const run = promisify(execFile)

const TRIALS = {
  maize: {
    name: 'Maize hybrids, river field',
    projectType: 'Maize_Hybrids',
    crop: 'Maize',
    plantingDate: '2026-05-04',
    flights: [28, 40, 48, 62, 95, 134],
  },
  potatoes: {
    name: 'Potato varieties, second year',
    projectType: 'Potato_Varieties',
    crop: 'Potato',
    plantingDate: '2026-04-18',
    flights: [34, 44, 58, 84, 106],
  },
  vines: {
    name: 'Riesling clones, upper slope',
    projectType: 'Vineyard_Clones',
    crop: 'Vine',
    plantingDate: '2026-04-20',
    flights: [30, 48, 90, 172],
  },
}

/** The ids of its trials by crop, and that of the example. */
export async function growTrials(base, codeTo) {
  const staff = await logIn(base, PEOPLE.staff)
  const projectTypes = Object.values(TRIALS).map(({ projectType }) => projectType)
  const grower = { fullName: 'Hanna Vogel', email: GROWER.email, decision: { status: APPROVED, projectTypes } }
  await addUser({ base, staff, codeTo }, grower)
  const caller = await logIn(base, GROWER)
  const ids = {}
  for (const crop of Object.keys(TRIALS)) ids[crop] = await growTrial(caller, crop)
  const answer = () => fetch(`${base}/api/trials`, { headers: { authorization: `Bearer ${caller.token}` } })
  ids.example = await until(async () => (await (await answer()).json()).exampleTrialId)
  return ids
}

async function growTrial(caller, crop) {
  const { flights, ...about } = TRIALS[crop]
  const { data } = await call(caller, '/trials', about)
  const { trialId } = data
  const sent = new Map()
  for (const file of filesOfSeason(flights, about.plantingDate, crop))
    sent.set(file.fileName, await sendMap(caller, { crop, file, projectType: about.projectType }))
  await until(async () => {
    const maps = await read(caller, `/maps?trialId=${trialId}`)
    return maps.length > 0 && maps.every(({ state }) => state !== 'PREPARING')
  })
  const filesOn = (days) => flightFiles(about.plantingDate, { days, prefix: crop })
  for (const { takenOn, photo, surface } of flights.map(filesOn))
    await call(caller, '/trials/flights', {
      trialId,
      takenOn,
      orthomosaicMapId: sent.get(photo),
      elevationMapId: sent.get(surface),
      bareGroundMapId: sent.get(filesOn(BARE_GROUND).surface),
    })
  await call(caller, '/trials/plots', { trialId, geojson: plotsAsGeojson(CROPS[crop]) })
  await call(caller, '/trials/columns', { trialId, name: 'Yield', unit: 't/ha', values: yieldOf(CROPS[crop]) })
  const mask = { method: 'exg' }
  const { data: started } = await call(caller, '/trials/measure', { trialId, bufferMetres: 0.1, mask })
  await until(
    async () => (await read(caller, `/trials/measurement?measurementId=${started.measurementId}`)).state === 'DONE',
  )
  return trialId
}

async function sendMap(caller, { crop, file: { kind, days, takenOn, fileName }, projectType }) {
  const words = [...NODE_FLAGS, 'tools/screens/draw-map.mjs', crop, String(days), kind]
  const { stdout: content } = await run(process.execPath, words, { cwd: ROOT, encoding: 'buffer', maxBuffer: MAP_MAX })
  return upload(caller, 'maps', { content, fileName, projectType, takenOn, description: '', id: '' })
}

/** Of a genotype, with a little of its own on each plot. */
const yieldOf = (crop) =>
  plotsOf(crop).map(({ plotId, entry, row, column }) => ({
    plotId,
    value: Number((8 + 3 * chance(entry, 1) + 0.8 * chance(row, column, 40)).toFixed(2)),
  }))
