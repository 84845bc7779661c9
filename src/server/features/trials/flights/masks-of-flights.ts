import { errorAt } from '#domain/errors.ts'
import { datesText, MASK_NAMES } from '#domain/trial-words.ts'
import { MASK_METHODS, type MaskMethod } from '#domain/trials.ts'
import { whyNoMask } from '#imagery/traits/measure/masks.ts'
import { stateOf } from '#imagery/traits/on-maps/choose-traits.ts'
import type { TrialFlight } from '../../../adapters/db/schema.ts'
import { photosOf } from './layers.ts'
import type { TrialMap } from './maps-of-customer.ts'

type Maps = ReadonlyMap<string, TrialMap>

/** The masks that no photo of a flight allows, each with the reason in a sentence; none where a map is not known. */
export function noMasksOf(flight: TrialFlight, maps: Maps): { method: MaskMethod; reason: string }[] {
  const photos = photosOf(flight).map(({ fileId }) => maps.get(fileId ?? ''))
  return MASK_METHODS.flatMap((method) => {
    const reasons = photos.map((map) => whyNoMaskOf(method, map))
    const [reason] = reasons
    return reason === undefined || reasons.includes(undefined) ? [] : [{ method, reason }]
  })
}

function whyNoMaskOf(method: MaskMethod, map: TrialMap | undefined): string | undefined {
  if (!map?.facts) return undefined
  const bands = map.facts.bands.map(({ role }) => role)
  return whyNoMask(method, bands, stateOf({ facts: map.facts, stated: map.stated }))
}

/** One mask serves all flights: values of different ones can't be compared. @throws AppError that names flights without it */
export function requireMask(
  method: MaskMethod,
  { flights, maps }: { flights: readonly TrialFlight[]; maps: Maps },
): void {
  const without = flights.flatMap((flight) => {
    const found = noMasksOf(flight, maps).find((one) => one.method === method)
    return found ? [{ date: flight.moment, reason: found.reason }] : []
  })
  if (without.length === 0) return
  const reasons = [...Map.groupBy(without, ({ reason }) => reason)].map(
    ([reason, on]) => `${datesText(on.map(({ date }) => date))}: ${reason}`,
  )
  const message = `The mask “${MASK_NAMES[method]}” needs other maps. ${reasons.join(' ')} Choose another mask, or remove these flights.`
  throw errorAt('mask', message)
}
