// What is known of the numbers of a map: what they stand for decides which traits can be made of them.
import { type BandRole, LIGHT, type SampleType } from '#domain/maps.ts'

/** What a map says of its numbers, and what people state. */
export type MapNumbers = {
  isPicture: boolean
  sampleType: SampleType
  bands: readonly { role: BandRole; isScaled: boolean }[]
  /** Of the values of each band, nearly the lowest and the highest. */
  ranges: readonly (readonly [low: number, high: number] | null)[]
  areBandsAssumed: boolean
  /** Null when nobody said it. */
  reflectance: boolean | null
  /** The number of the file that people say stands for 1. */
  standsForOne: number | null
}

export type RadiometricState = Pick<MapNumbers, 'isPicture' | 'areBandsAssumed'> & {
  /** Null when nobody said it. */
  isReflectance: boolean | null
  /** Reflectance of which it is known which number stands for 1. */
  isUpToOne: boolean
  isUpTo255: boolean
}

const REFLECTANCE_MAX = 1.5
/** Of 255; reflectance in percent is less. */
const BRIGHT_MIN = 100

/** What people state wins. Fractions are taken for reflectance without asking. Alpha says nothing of the numbers beside it. */
export function radiometricStateOf(map: MapNumbers): RadiometricState {
  const { isPicture, sampleType, bands, ranges, areBandsAssumed, reflectance, standsForOne } = map
  const light = bands.flatMap(({ role, isScaled }, at) =>
    LIGHT.includes(role) ? [{ isScaled, range: ranges[at] }] : [],
  )
  const low = Math.min(...light.map(({ range }) => range?.[0] ?? 0))
  const high = Math.max(...light.map(({ range }) => range?.[1] ?? 0))
  const areFractions = sampleType.startsWith('float') || light.every(({ isScaled }) => isScaled)
  const isSmall = areFractions && high <= REFLECTANCE_MAX
  const isReflectance = reflectance ?? (standsForOne !== null || (isSmall && high > 0) ? true : null)
  const isEightBit = sampleType === 'uint8' && !light.some(({ isScaled }) => isScaled)
  return {
    isPicture,
    areBandsAssumed,
    isReflectance,
    isUpToOne: isReflectance === true && (standsForOne !== null || isSmall),
    isUpTo255: isEightBit || (isReflectance !== true && low >= 0 && high > BRIGHT_MIN && high <= 255),
  }
}
