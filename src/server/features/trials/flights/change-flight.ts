import { sql } from 'kysely'
import type { BodyOf, ReplyOf } from '#contract/api.ts'
import { HEIGHT_TRAITS, LAYER_KINDS } from '#domain/trials.ts'
import type { Actor } from '../../../actor.ts'
import type { Database, FlightLayer, Trial, TrialFlight } from '../../../adapters/db/schema.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { lastChange, newerChange } from '../newer-change.ts'
import { presentFlights } from '../present-trial.ts'
import { flightsOf, lockFlight, unendedMeasurement } from '../queries.ts'
import { loadTemperatures } from '../temperatures/load-temperatures.ts'
import { insertLayers, requireFree, requirePast } from './add-flights.ts'
import { checkLayers, conflict } from './check-layers.ts'
import { layerOf, photosOf, selectFlights } from './layers.ts'
import { boundsOfFlights, loadUsableMaps, mapsOfFlights, overlapsAny } from './maps-of-customer.ts'

type Changed = ReplyOf<'changeTrialFlight'>['data']

/** Changes the day of a flight, or its maps; what depends on no map that has changed is not measured again. */
export async function changeTrialFlight(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { flightId, takenOn, takenAt, layers: wanted, seen }: BodyOf<'changeTrialFlight'>,
): Promise<Changed> {
  const at = deps.now()
  return deps.db.transaction().execute(async (trx) => {
    const { flight: before, trial } = await lockFlight(trx, actor, flightId)
    if (seen) await rejectNewer(trx, actor, { before, trial, seen, yours: { takenOn, takenAt, layers: wanted } })
    if (wanted && (await unendedMeasurement(trx, trial.id)))
      throw conflict('This trial is being measured. Wait for it, or cancel it first.')
    const others = (await flightsOf(trx, trial.id)).filter(({ id }) => id !== flightId)
    const moved = { takenOn: takenOn ?? before.takenOn, takenAt: takenAt === undefined ? before.takenAt : takenAt }
    if (moved.takenOn !== before.takenOn) requirePast(moved.takenOn, at)
    requireFree(
      moved,
      others.map(({ moment }) => moment),
    )
    await trx.updateTable('trialFlights').set(moved).where('id', '=', flightId).execute()
    if (wanted) {
      const mapIds = wanted.map(({ mapId }) => mapId)
      const layers = checkLayers(wanted, await loadUsableMaps(trx, actor, { trial, mapIds }))
      const places = boundsOfFlights(others, await mapsOfFlights(trx, others))
      const [{ map: main }] = layers
      if (places.length > 0 && !overlapsAny(main.facts.bounds, places))
        throw conflict(`${main.fileName} lies somewhere else than the other flights. Choose a map of this field.`)
      await trx.deleteFrom('flightLayers').where('flightId', '=', flightId).execute()
      await insertLayers(trx, flightId, layers)
    }
    const after = await selectFlights(trx).where('id', '=', flightId).executeTakeFirstOrThrow()
    await audit(trx, actor, {
      at,
      action: 'trial.flight-changed',
      subject: `trial:${trial.id}`,
      before: summaryOf(before),
      after: summaryOf(after),
    })
    const { plantingDate } = trial
    const temperatures = await loadTemperatures(trx, trial.id)
    const [flight] = await presentFlights(trx, { flights: [after], plantingDate, temperatures })
    if (!flight) throw new Error('The flight that was changed is not there')
    return { ...flight, measureAgain: await traitsToMeasure() }

    /** Of what was measured on this flight, or can be now. */
    async function traitsToMeasure(): Promise<string[]> {
      if (namesOf(photosOf(before)) !== namesOf(photosOf(after))) {
        const measured = await trx
          .selectFrom('measuredTraits')
          .select('trait')
          .distinct()
          .where('flightId', '=', flightId)
          .orderBy('trait')
          .execute()
        return measured.map(({ trait }) => trait)
      }
      return heightsOf(before) === heightsOf(after) ? [] : [...HEIGHT_TRAITS]
    }
  })
}

type Given = Pick<BodyOf<'changeTrialFlight'>, 'takenOn' | 'takenAt' | 'layers'>
type Merging = {
  before: TrialFlight
  trial: Trial
  seen: NonNullable<BodyOf<'changeTrialFlight'>['seen']>
  yours: Given
}

/** The day and each map are changed by themselves: what both changed shows both. */
async function rejectNewer(trx: Database, actor: Actor, { before, trial, seen, yours }: Merging): Promise<void> {
  const mapIds = yours.layers?.map(({ mapId }) => mapId) ?? []
  const find = await loadUsableMaps(trx, actor, { trial, mapIds })
  const layers = LAYER_KINDS.flatMap((kind) => {
    if (!yours.layers) return []
    const idIn = (list: NonNullable<Given['layers']>) => list.find((layer) => layer.kind === kind)?.mapId ?? null
    const theirs = before.layers.find((layer) => layer.kind === kind && !layer.ofTrial)
    const [was, wanted, now] = [idIn(seen.layers), idIn(yours.layers), theirs?.fileId ?? null]
    if (now === was || now === wanted) return []
    return [{ what: kind, theirs: theirs?.name ?? null, yours: wanted === null ? null : find(wanted).fileName }]
  })
  const days = (['takenOn', 'takenAt'] as const).flatMap((what) => {
    const wanted = yours[what]
    if (wanted === undefined || before[what] === seen[what] || before[what] === wanted) return []
    return [{ what, theirs: before[what], yours: wanted }]
  })
  const differences = [...days, ...layers]
  if (differences.length === 0) return
  const where = sql<boolean>`after ->> 'takenOn' = ${before.moment}`
  const last = await lastChange(trx, trial, { action: 'trial.flight-changed', where })
  throw await newerChange(trx, { ...last, differences })
}

const namesOf = (layers: readonly (FlightLayer | undefined)[]): string =>
  JSON.stringify(layers.map((layer) => layer && [layer.kind, layer.fileId]))

const heightsOf = (flight: TrialFlight): string =>
  namesOf([layerOf(flight, 'elevation'), layerOf(flight, 'bareGround')])

const summaryOf = ({ moment, layers }: TrialFlight) => ({
  takenOn: moment,
  files: layers.map(({ name }) => name),
})
