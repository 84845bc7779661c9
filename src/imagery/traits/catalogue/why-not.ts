// Which traits the numbers of a map allow.
import type { BandRole } from '#domain/maps.ts'
import type { RadiometricState } from './radiometric-state.ts'
import type { Trait } from './trait.ts'

/** In a word or two, and in sentences: what is missing, what cures it, and who can. */
export type Lack = { needs: string; reason: string }

const ROLE_NAMES: Partial<Record<BandRole, string>> = { redEdge: 'red edge', nir: 'near infrared' }
const STATE_IT = 'Its customer or staff can state it under “Describe”.'

type Needed = Pick<Trait, 'needs' | 'presupposes'>

/** Why a trait is not offered of a map, in sentences; undefined when it is. */
export const whyNot = (trait: Needed, bands: readonly BandRole[], state: RadiometricState): string | undefined =>
  lackOf(trait, bands, state)?.reason

export function lackOf(
  { needs, presupposes }: Needed,
  bands: readonly BandRole[],
  state: RadiometricState,
): Lack | undefined {
  const missing = needs.filter((role) => !bands.includes(role))
  if (missing.length > 0) return lackOfBands(missing, bands, state)
  if (presupposes === '8-bit')
    return state.isUpTo255
      ? undefined
      : lack(
          'numbers from 0 to 255',
          'It is made for numbers from 0 to 255, and those of this map are others. Add an orthomosaic of 8 bits, or ask our team for one.',
        )
  if (presupposes === 'any') return undefined
  const needed = presupposes === 'calibrated' ? 'reflectance' : 'reflectance from 0 to 1'
  if (state.isReflectance === false)
    return lack(
      needed,
      'It needs reflectance, and the numbers of this map are stated to be those of the camera. If they are reflectance, its customer or staff can state it under “Describe”; else add a calibrated map, or ask our team for one.',
    )
  if (state.isReflectance === null)
    return state.isPicture
      ? lack(
          needed,
          'It needs reflectance, and this map is a photo of 8 bits. Add a map of a calibrated camera, or ask our team for one.',
        )
      : lack(needed, `It needs reflectance, and nothing says that the numbers of this map are reflectance. ${STATE_IT}`)
  return presupposes === 'calibrated' || state.isUpToOne
    ? undefined
    : lack(
        needed,
        `It needs reflectance from 0 to 1, and nothing says which number of this map stands for 1. ${STATE_IT}`,
      )
}

const lack = (needs: string, reason: string): Lack => ({ needs, reason })

function lackOfBands(
  missing: readonly BandRole[],
  bands: readonly BandRole[],
  { areBandsAssumed }: RadiometricState,
): Lack {
  const needs = namesOf(missing)
  if (areBandsAssumed)
    return lack(
      needs,
      `It needs ${needs}. Nothing names the three bands of this map, so they are taken for red, green and blue. If they are others, its customer or staff can state it under “Describe”.`,
    )
  if (bands.includes('unknown'))
    return lack(
      needs,
      `It needs ${needs}, and nobody has said yet which band of this map that is. Its customer or staff can name the bands under “Describe”.`,
    )
  const has = namesOf(bands.filter((role) => role !== 'alpha'))
  return lack(
    needs,
    `It needs ${needs}. This map is of ${has}. Add a map of a camera that sees ${needs}, or ask our team for one.`,
  )
}

function namesOf(roles: readonly BandRole[]): string {
  const names = [...new Set(roles)].map((role) => ROLE_NAMES[role] ?? role)
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
