import type { FlightMethod } from '#domain/flight-method.ts'
import type { LayerKind } from '#domain/trials.ts'
import type { Database } from '../../../adapters/db/schema.ts'

/** Each trait of a measurement on each flight; of one trait, or of one flight, where that is named. */
export function selectMeasured(
  db: Database,
  measurementId: string,
  { trait, flightId }: { trait?: string | undefined; flightId?: string | undefined },
) {
  let traits = db
    .selectFrom('measuredTraits')
    .innerJoin('trialFlights', 'trialFlights.id', 'measuredTraits.flightId')
    .select(['flightId', 'trait'])
    .where('measurementId', '=', measurementId)
  if (trait !== undefined) traits = traits.where('trait', '=', trait)
  if (flightId !== undefined) traits = traits.where('flightId', '=', flightId)
  return traits
}

/** The columns of a trait on a flight, and how they were made; undefined where it was not measured. */
export async function readTrait(
  db: Database,
  measurementId: string,
  { flightId, trait }: { flightId: string; trait: string },
) {
  const stored = await db
    .selectFrom('measuredTraits')
    .innerJoin('measuredFlights', (join) =>
      join
        .onRef('measuredFlights.measurementId', '=', 'measuredTraits.measurementId')
        .onRef('measuredFlights.flightId', '=', 'measuredTraits.flightId'),
    )
    .select([
      'measuredTraits.unit',
      'measuredTraits.columns',
      'measuredTraits.data',
      'measuredFlights.method',
      'measuredTraits.seasonFlags',
    ])
    .where('measuredTraits.measurementId', '=', measurementId)
    .where('measuredTraits.flightId', '=', flightId)
    .where('measuredTraits.trait', '=', trait)
    .executeTakeFirst()
  return stored && { ...stored, method: methodOfTrait(stored.method, trait) }
}

/** Of a flight with several photos: by the one on which the trait was measured. */
export function methodOfTrait(method: FlightMethod, trait: string): FlightMethod & { layer: LayerKind | null } {
  const layer = method.layers?.find(({ traits }) => traits.includes(trait))
  if (!layer) return { ...method, layer: null }
  const { kind, sha256, gsdCm, maskThreshold, eta } = layer
  return { ...method, layer: kind, orthomosaicSha256: sha256, gsdCm, maskThreshold, eta }
}
