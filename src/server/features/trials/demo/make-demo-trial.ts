import { setTimeout as sleep } from 'node:timers/promises'
import { seconds } from '#domain/units.ts'
import { type Actor, SYSTEM } from '../../../actor.ts'
import type { Attempt } from '../../../adapters/queue/queue.ts'
import type { Deps } from '../../../deps.ts'
import { createTrial } from '../create-trial.ts'
import { addTrialFlight } from '../flights/add-flights.ts'
import { listUsableMaps } from '../flights/maps-of-customer.ts'
import { startMeasurement } from '../measuring/start-measurement.ts'
import { savePlots } from '../plots/save-plots.ts'
import { flightsOf, loadTrial, newestPlots } from '../queries.ts'
import { demoPlotsAsGeojson } from './demo-plots-as-geojson.ts'
import { BARE_GROUND, DEMO_PROJECT, FLIGHTS, flightFiles, plantedOn } from './demo-season.ts'
import { publishDemoReport } from './publish-demo-report.ts'

const NAME = 'Demo: synthetic yield trial'
const WAIT_MAX_MS = seconds(300)

/** A small trial that our own program drew, so that a newcomer sees values at once. An attempt goes on where the last one ended. */
export async function makeDemoTrial(
  deps: Deps,
  { customerId, staffId }: { customerId: string; staffId: string },
  { signal }: Partial<Attempt> = {},
): Promise<void> {
  const customer = await actorOf(deps, customerId)
  const planted = plantedOn(deps.now())
  await publishDemoReport(deps, { customer, staff: await actorOf(deps, staffId), planted, signal })
  const trialId =
    (await findTrial(deps, customerId)) ??
    (
      await createTrial(deps, customer, {
        name: NAME,
        projectType: DEMO_PROJECT,
        crop: 'Soybean',
        plantingDate: planted,
      })
    ).trialId
  await addFlights(deps, customer, { trialId, planted, signal })
  if (!(await newestPlots(deps.db, trialId))) {
    const body = new TextEncoder().encode(JSON.stringify({ trialId, geojson: demoPlotsAsGeojson() }))
    await savePlots(deps, customer, { body, signal: signal ?? AbortSignal.timeout(WAIT_MAX_MS) })
  }
  const measured = deps.db.selectFrom('measurements').select('id').where('trialId', '=', trialId).limit(1)
  if (!(await measured.executeTakeFirst()))
    await startMeasurement(deps, customer, { trialId, bufferMetres: 0.1, mask: { method: 'exg' } })
}

async function actorOf({ db }: Pick<Deps, 'db'>, id: string): Promise<Actor> {
  const person = await db
    .selectFrom('users')
    .select(['id as userId', 'email', 'fullName', 'role', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...SYSTEM, ...person, sessionId: '', due: undefined }
}

const findTrial = async ({ db }: Pick<Deps, 'db'>, userId: string): Promise<string | undefined> =>
  (await db.selectFrom('trials').select('id').where('userId', '=', userId).where('name', '=', NAME).executeTakeFirst())
    ?.id

type Season = { trialId: string; planted: string; signal: AbortSignal | undefined }

async function addFlights(deps: Deps, customer: Actor, { trialId, planted, signal }: Season): Promise<void> {
  const maps = await preparedMaps(deps, customer, { trialId, planted, signal })
  const there = new Set((await flightsOf(deps.db, trialId)).map(({ takenOn }) => takenOn))
  const bareGround = maps.get(flightFiles(planted, BARE_GROUND).surface)
  for (const days of FLIGHTS) {
    const { takenOn, photo, surface } = flightFiles(planted, days)
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
  customer: Actor,
  { trialId, planted, signal }: Season,
): Promise<ReadonlyMap<string, string>> {
  const trial = await loadTrial(db, customer, trialId)
  const wanted = FLIGHTS.flatMap((days) => Object.values(flightFiles(planted, days)).slice(1))
  const until = Date.now() + WAIT_MAX_MS
  for (;;) {
    const usable = (await listUsableMaps(db, customer, trial)).filter(({ sha256 }) => sha256 !== null)
    const maps = new Map(usable.map(({ fileName, id }) => [fileName, id]))
    if (wanted.every((name) => maps.has(name)) || Date.now() > until) return maps
    await sleep(seconds(1), undefined, signal ? { signal } : {})
  }
}
