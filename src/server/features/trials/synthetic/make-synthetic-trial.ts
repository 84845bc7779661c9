import { setTimeout as sleep } from 'node:timers/promises'
import { seconds } from '#domain/units.ts'
import { type Actor, SYSTEM } from '../../../actor.ts'
import { CROPS, type CropName } from '../../../compute/synthetic/crops.ts'
import { plotsAsGeojson } from '../../../compute/synthetic/plots.ts'
import type { work as drawingWork } from '../../../compute/synthetic/synthetic-worker.ts'
import type { Deps } from '../../../deps.ts'
import { createTrial } from '../create-trial.ts'
import { addTrialFlight } from '../flights/add-flights.ts'
import { listUsableMaps } from '../flights/maps-of-customer.ts'
import { startMeasurement } from '../measuring/start-measurement.ts'
import { savePlots } from '../plots/save-plots.ts'
import { flightsOf, loadTrial, newestPlots } from '../queries.ts'
import { BARE_GROUND, filesOfSeason, flightFiles, type Season } from './seasons.ts'

const WORKER = new URL('../../../compute/synthetic/synthetic-worker.ts', import.meta.url)
const WAIT_MAX_MS = seconds(300)

export type SyntheticTrial = {
  customer: Actor
  name: string
  projectType: string
  crop: CropName
  cropName: string
  season: Season
  planted: string
  /** Of the names of its files. */
  prefix: string
  signal: AbortSignal | undefined
}

/** A small trial that our own program drew, of maps that the customer has. An attempt goes on where the last one ended. */
export async function makeSyntheticTrial(deps: Deps, made: SyntheticTrial): Promise<void> {
  const { customer, name, projectType, cropName, planted, signal } = made
  const trialId =
    (await findTrial(deps, made)) ??
    (await createTrial(deps, customer, { name, projectType, crop: cropName, plantingDate: planted })).trialId
  await addFlights(deps, trialId, made)
  if (!(await newestPlots(deps.db, trialId))) {
    const body = new TextEncoder().encode(JSON.stringify({ trialId, geojson: plotsAsGeojson(CROPS[made.crop]) }))
    await savePlots(deps, customer, { body, signal: signal ?? AbortSignal.timeout(WAIT_MAX_MS) })
  }
  const measured = deps.db.selectFrom('measurements').select('id').where('trialId', '=', trialId).limit(1)
  if (!(await measured.executeTakeFirst()))
    await startMeasurement(deps, customer, { trialId, bufferMetres: 0.1, mask: { method: 'exg' } })
}

type Drawing = Parameters<typeof drawingWork>[0]['input']

export const draw = ({ compute }: Pick<Deps, 'compute'>, input: Drawing, signal: AbortSignal | undefined) =>
  compute.run<typeof drawingWork>({ file: WORKER, input, signal })

export async function actorOf({ db }: Pick<Deps, 'db'>, id: string): Promise<Actor> {
  const person = await db
    .selectFrom('users')
    .select(['id as userId', 'email', 'fullName', 'role', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...SYSTEM, ...person, accountId: id, accountRole: 'owner', sessionId: '', due: undefined }
}

const findTrial = async ({ db }: Pick<Deps, 'db'>, made: SyntheticTrial): Promise<string | undefined> => {
  const trial = db.selectFrom('trials').select('id').where('accountId', '=', made.customer.accountId)
  return (await trial.where('name', '=', made.name).executeTakeFirst())?.id
}

async function addFlights(deps: Deps, trialId: string, made: SyntheticTrial): Promise<void> {
  const { customer, season, planted, prefix } = made
  const maps = await preparedMaps(deps, trialId, made)
  const there = new Set((await flightsOf(deps.db, trialId)).map(({ takenOn }) => takenOn))
  const bareGround = maps.get(flightFiles(planted, { days: BARE_GROUND, prefix }).surface)
  for (const days of season.flights) {
    const { takenOn, photo, surface } = flightFiles(planted, { days, prefix })
    const orthomosaicMapId = maps.get(photo)
    if (there.has(takenOn) || orthomosaicMapId === undefined) continue
    const elevationMapId = maps.get(surface)
    await addTrialFlight(deps, customer, {
      trialId,
      takenOn,
      orthomosaicMapId,
      elevationMapId,
      bareGroundMapId: bareGround,
    })
  }
}

/** Ids by name of file. Other jobs look at the files and maps; waits until they have. */
async function preparedMaps(
  { db }: Pick<Deps, 'db'>,
  trialId: string,
  { customer, season, planted, prefix, signal }: SyntheticTrial,
): Promise<ReadonlyMap<string, string>> {
  const trial = await loadTrial(db, customer, trialId)
  const wanted = filesOfSeason(season.flights, planted, prefix)
  const until = Date.now() + WAIT_MAX_MS
  for (;;) {
    const usable = (await listUsableMaps(db, customer, trial)).filter(({ sha256 }) => sha256 !== null)
    const maps = new Map(usable.map(({ fileName, id }) => [fileName, id]))
    if (wanted.every(({ fileName }) => maps.has(fileName)) || Date.now() > until) return maps
    await sleep(seconds(1), undefined, signal ? { signal } : {})
  }
}
