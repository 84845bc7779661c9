import { AppError } from '#domain/errors.ts'
import { datesText, MASK_NAMES } from '#domain/trial-words.ts'
import { MASK_METHODS, type MaskMethod } from '#domain/trials.ts'
import { whyNoMask } from '#imagery/traits/measure/masks.ts'
import { stateOf } from '#imagery/traits/on-maps/choose-traits.ts'
import type { TrialFlight } from '../../../adapters/db/schema.ts'
import type { TrialMap } from './maps-of-customer.ts'

type Maps = ReadonlyMap<string, TrialMap>

export const orthomosaicOf = ({ orthomosaicFileId: id }: TrialFlight, maps: Maps): TrialMap | undefined =>
  id === null ? undefined : maps.get(id)

/** The masks that a map does not allow, each with the reason in a sentence; none of a map that is not known. */
export function noMasksOf(map: TrialMap | undefined): { method: MaskMethod; reason: string }[] {
  if (!map?.facts) return []
  const state = stateOf({ facts: map.facts, stated: map.stated })
  const bands = map.facts.bands.map(({ role }) => role)
  return MASK_METHODS.flatMap((method) => {
    const reason = whyNoMask(method, bands, state)
    return reason === undefined ? [] : [{ method, reason }]
  })
}

/** One mask serves all flights: values of different ones can't be compared. @throws AppError that names flights without it */
export function requireMask(
  method: MaskMethod,
  { flights, maps }: { flights: readonly TrialFlight[]; maps: Maps },
): void {
  const without = flights.flatMap((flight) => {
    const found = noMasksOf(orthomosaicOf(flight, maps)).find((one) => one.method === method)
    return found ? [{ date: flight.takenOn, reason: found.reason }] : []
  })
  if (without.length === 0) return
  const reasons = [...Map.groupBy(without, ({ reason }) => reason)].map(
    ([reason, on]) => `${datesText(on.map(({ date }) => date))}: ${reason}`,
  )
  const message = `The mask “${MASK_NAMES[method]}” needs other maps. ${reasons.join(' ')} Choose another mask, or remove these flights.`
  throw new AppError('invalid', message, { errors: [{ field: 'mask', message }] })
}
