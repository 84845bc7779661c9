import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/api.ts'
import { AppError, errorAt } from '#domain/errors.ts'
import type { OwnTrait } from '#domain/trial-formulas.ts'
import { type MeasurementSettings, TRAITS_MAKER } from '#domain/trials.ts'
import { findCanopyTrait } from '#imagery/traits/catalogue/canopy-traits.ts'
import { findTrait } from '#imagery/traits/catalogue/catalogue.ts'
import type { Actor } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { requireStorageLeft } from '../../../quota.ts'
import { mapsOfFlights } from '../flights/maps-of-customer.ts'
import { requireMask } from '../flights/masks-of-flights.ts'
import { loadOwnTraits } from '../formulas/list-formulas.ts'
import { flightsOf, lockTrial, newestPlots, unendedMeasurement } from '../queries.ts'
import { measureTrialJob } from './measure-trial-job.ts'

/** Starts measuring the newest plots on all flights of a trial. */
export async function startMeasurement(
  deps: Pick<Deps, 'db' | 'now' | 'queue'> & WithConfig<'customerQuotaBytes'>,
  actor: Actor,
  { trialId, ...settings }: BodyOf<'startMeasurement'>,
): Promise<{ measurementId: string }> {
  const id = randomUUID()
  const at = deps.now()
  await deps.db.transaction().execute(async (trx) => {
    const { accountId } = await lockTrial(trx, actor, trialId)
    await requireStorageLeft(trx, { accountId, quotaBytes: deps.config.customerQuotaBytes })
    const formulas = chosenOf(await loadOwnTraits(trx, trialId), settings.traits)
    const plots = await newestPlots(trx, trialId)
    if (!plots) throw new AppError('conflict', 'This trial has no plots yet. Draw or import them first.')
    const flights = await flightsOf(trx, trialId)
    if (flights.length === 0)
      throw new AppError('conflict', 'This trial has no flight yet. Add the maps of a day first.')
    requireMask(settings.mask.method, { flights, maps: await mapsOfFlights(trx, flights) })
    if (await unendedMeasurement(trx, trialId))
      throw new AppError('conflict', 'This trial is being measured already. Wait for it, or cancel it first.')
    await trx
      .insertInto('measurements')
      .values({
        id,
        trialId,
        plotsVersion: plots.version,
        settings: JSON.stringify({ ...settings, formulas } satisfies MeasurementSettings),
        softwareVersion: `Skyfurrow traits ${TRAITS_MAKER}`,
        authorId: actor.userId,
        createdAt: at,
      })
      .execute()
    await deps.queue.enqueue(trx, measureTrialJob, { measurementId: id })
    const { bufferMetres, mask } = settings
    const after = {
      plotsVersion: plots.version,
      bufferMetres,
      mask: mask.method,
      isMaskCleaned: mask.isCleaned ?? false,
    }
    await audit(trx, actor, { at, action: 'trial.measurement-started', subject: `trial:${trialId}`, after })
  })
  return { measurementId: id }
}

/** The own traits that are measured. @throws AppError 'invalid' when a trait is neither of the trial nor of the catalogue */
function chosenOf(own: readonly OwnTrait[], traits: readonly string[] | undefined): OwnTrait[] {
  const chosen = own.filter(({ trait }) => traits?.includes(trait) ?? true)
  const isKnown = (id: string) => findCanopyTrait(id) ?? findTrait(id) ?? chosen.find(({ trait }) => trait === id)
  const unknown = traits?.find((trait) => !isKnown(trait))
  if (unknown === undefined) return chosen
  throw errorAt('traits', `There is no trait ${unknown}`)
}
