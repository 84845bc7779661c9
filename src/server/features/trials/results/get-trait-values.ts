import type { QueryOf, ReplyOf } from '#contract/api.ts'
import { AppError } from '#domain/errors.ts'
import type { FlightMethod } from '#domain/flight-method.ts'
import { HEIGHT_TRAITS } from '#domain/trials.ts'
import { fromBits } from '#imagery/traits/measure/flags.ts'
import { columnName, createColumnReader } from '#imagery/traits/trait-columns.ts'
import type { Actor } from '../../../actor.ts'
import type { Deps } from '../../../deps.ts'
import { countPlots, loadDoneMeasurement } from '../queries.ts'
import { readTrait } from './read-trait.ts'

/** One trait on one flight, a value for each plot: what a map and a chart need, without the words of the long table. */
export async function getTraitValues(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  { measurementId, flightId, trait, stat, scope }: QueryOf<'getTraitValues'>,
): Promise<ReplyOf<'getTraitValues'>['data']> {
  const measurement = await loadDoneMeasurement(deps.db, actor, measurementId)
  const [stored, count] = await Promise.all([
    readTrait(deps.db, measurementId, { flightId, trait }),
    countPlots(deps.db, measurement),
  ])
  if (!stored?.columns.includes(columnName(stat, scope)))
    throw new AppError('not-found', 'This was not measured on this flight')
  const read = createColumnReader(stored, count)
  const plots = Array.from({ length: count }, (_, plot) => plot)
  const { method } = stored
  return {
    unit: stored.unit,
    maskMethod: method.maskMethod,
    maskThreshold: method.maskThreshold,
    maskCleaned: method.maskCleaned ?? false,
    layer: method.layer,
    gsdCm: method.gsdCm,
    mapSha256: method.orthomosaicSha256,
    shift: method.shift ?? null,
    height: HEIGHT_TRAITS.includes(trait) ? heightOf(method) : null,
    values: plots.map((plot) => read(columnName(stat, scope), plot)),
    pixels: plots.map((plot) => read(columnName('n_px', scope), plot)),
    flags: plots.map((plot) => fromBits(read('flags', plot) ?? 0)),
  }
}

const heightOf = ({ z0Source, soilCalibration, soilMedianMetres, chmNoiseMetres, surface }: FlightMethod) =>
  z0Source === null
    ? null
    : {
        z0Source,
        soilCalibration: soilCalibration ?? 'uncalibrated',
        soilMedianMetres: soilMedianMetres ?? null,
        noiseMetres: chmNoiseMetres,
        surface: surface ?? null,
      }
