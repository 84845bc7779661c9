// Which traits the numbers of a map allow.
import type { BandRole, SampleType } from '#domain/maps.ts'
import type { Trait } from './trait.ts'

/** What is known of the numbers of a map. */
export type RadiometricState = {
  sampleType: SampleType
  /** Null when nobody said it. */
  isReflectance: boolean | null
  /** The number that stands for a reflectance of 1, for whole numbers; null when nobody said it. */
  reflectanceScale: number | null
}

const ROLE_NAMES: Partial<Record<BandRole, string>> = { redEdge: 'red edge', nir: 'near infrared' }

/** Why a trait is not offered of a map, in a sentence; undefined when it is. */
export function whyNot(
  { needs, presupposes }: Pick<Trait, 'needs' | 'presupposes'>,
  bands: readonly BandRole[],
  state: RadiometricState,
): string | undefined {
  const missing = needs.filter((role) => !bands.includes(role)).map((role) => ROLE_NAMES[role] ?? role)
  if (missing.length > 0) return `It needs ${listed(missing)}, which this map does not have.`
  if (presupposes === '8-bit' && state.sampleType !== 'uint8')
    return 'It is made for numbers from 0 to 255, which this map does not have.'
  if ((presupposes !== 'calibrated' && presupposes !== 'reflectance') || state.isReflectance === true)
    return presupposes === 'reflectance' ? scaleProblem(state) : undefined
  return state.isReflectance === null
    ? 'It needs reflectance, and nothing says that the numbers of this map are reflectance.'
    : 'It needs reflectance, and the numbers of this map are those of the camera.'
}

const scaleProblem = ({ sampleType, reflectanceScale }: RadiometricState): string | undefined =>
  sampleType.startsWith('float') || reflectanceScale !== null
    ? undefined
    : 'It needs reflectance from 0 to 1, and nothing says which number of this map stands for 1.'

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const REFLECTANCE_P99_MAX = 1.5

/** Whether numbers can be taken for reflectance without asking: fractions, of which nearly all are at most 1.5. */
export const looksLikeReflectance = (sampleType: SampleType, percentile99: number): boolean =>
  sampleType.startsWith('float') && percentile99 > 0 && percentile99 <= REFLECTANCE_P99_MAX
