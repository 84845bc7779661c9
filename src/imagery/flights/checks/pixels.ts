// Whether photos are sharp, and evenly lit.
import { percent } from '#domain/flights.ts'
import { quantile } from '../lines.ts'
import { cameraOf, isOffHeight, middleHeight, type ReadPhoto, sizeOf } from '../main-set.ts'
import { type Check, combined, type FlightFacts, finding, photosText, photosThat, type Said } from './check.ts'

/** Of the middle sharpness of the photos beside it. Photos in focus of the same camera differ by a fifth, whatever they show; blur of a pixel halves it. */
const BLURRED = { slightly: 0.65, likely: 0.5 }
const NEIGHBOURS = 5
/** Fewer tell nothing. */
const NEIGHBOURS_MIN = 3
/** Of all photos, when there is nothing sharp to compare with: the same as blur of two pixels in a good photo. */
const WEAK = { sharpness: 0.6, share: 0.9 }

/** Of one camera and size, in order, without take-off and landing. */
function setsOf(read: readonly ReadPhoto[]): ReadPhoto[][] {
  const middle = middleHeight(read)
  const inFlight = read.filter(({ photo }) => middle === null || !isOffHeight(photo, middle))
  return [...Map.groupBy(inFlight, ({ photo }) => `${cameraOf(photo)} ${sizeOf(photo)}`).values()]
}

type Known = ReadPhoto & { value: number }

const valuesOf = (photos: readonly ReadPhoto[], of: 'sharpness' | 'brightness' | 'white'): Known[] =>
  photos.flatMap((one) => (one.pixels[of] === null ? [] : [{ ...one, value: one.pixels[of] }]))

const middleOf = (photos: readonly Known[]): number =>
  quantile(
    photos.map(({ value }) => value),
    0.5,
  )

/** Those nearest in time, on both sides as far as there are. */
function neighboursOf<T>(photos: readonly T[], at: number): T[] {
  const from = Math.max(0, Math.min(at - Math.floor(NEIGHBOURS / 2), photos.length - 1 - NEIGHBOURS))
  return photos.slice(from, from + NEIGHBOURS + 1).filter((_, index) => from + index !== at)
}

/** '120 of 1,000 photos were looked at closely. '; empty when all were. */
function sampleText({ read }: FlightFacts): string {
  const looked = read.filter(({ pixels }) => pixels.sharpness !== null)
  if (looked.length === read.length) return ''
  return `${looked.length.toLocaleString('en')} of ${photosText(read.length)} were looked at closely. `
}

export const blur: Check = (facts) => {
  const sets = setsOf(facts.read).map((set) => valuesOf(set, 'sharpness'))
  const looked = sets.flat()
  const weak = looked.filter(({ value }) => value < WEAK.sharpness)
  if (weak.length > 0 && weak.length >= WEAK.share * looked.length)
    return finding({
      id: 'blur',
      severity: 'warn',
      message: `${sampleText(facts)}Nearly all photos are blurred. Plants and heights come out coarse, and the photos may not fit together. Look at some of them at full size, and check focus and lens before the next flight.`,
      photos: weak,
    })
  const shares = sets.flatMap((set) =>
    set.flatMap((one, at) => {
      const neighbours = neighboursOf(set, at)
      return neighbours.length < NEIGHBOURS_MIN ? [] : [{ ...one, share: one.value / middleOf(neighbours) }]
    }),
  )
  const [likely, slightly] = [
    shares.filter(({ share }) => share < BLURRED.likely),
    shares.filter(({ share }) => share >= BLURRED.likely && share < BLURRED.slightly),
  ]
  const counts = [
    likely.length > 0 && `${photosThat(likely.length, 'is', 'are')} likely blurred`,
    slightly.length > 0 && `${photosThat(slightly.length, 'is', 'are')} a little blurred`,
  ].filter(Boolean)
  if (counts.length === 0) return undefined
  const message = `${sampleText(facts)}Compared with the photos beside them, ${counts.join(' and ')}. Take blurred photos out of the archive where others show the same ground.`
  return finding({ id: 'blur', severity: 'warn', message, photos: [...likely, ...slightly] })
}

/** Of the middle brightness of three photos, to that of the next three: one bright thing on the ground is no cloud. */
const JUMP = { share: 0.15, photos: 3 }

type Jump = { from: Known; to: Known; share: number }

const changeOf = (one: number, other: number): number => Math.max(one, other) / Math.max(1, Math.min(one, other)) - 1

/** Where light changes; of changes that follow one another, between the two photos that differ most. */
function jumpsOf(photos: readonly Known[]): Jump[] {
  const jumps: Jump[] = []
  let last = -1
  for (let at = JUMP.photos; at + JUMP.photos <= photos.length; at += 1) {
    const [before, after] = [photos.slice(at - JUMP.photos, at), photos.slice(at, at + JUMP.photos)]
    const share = changeOf(middleOf(before), middleOf(after))
    const [from, to, known] = [before.at(-1), after[0], jumps.at(-1)]
    if (share <= JUMP.share || !from || !to) continue
    if (last < at - 1 || !known) jumps.push({ from, to, share })
    else {
      known.share = Math.max(share, known.share)
      if (changeOf(from.value, to.value) > changeOf(known.from.value, known.to.value))
        Object.assign(known, { from, to })
    }
    last = at
  }
  return jumps
}

/** Of what was looked at in a photo, and of the photos: a white car or roof is no wrong exposure. */
const WHITE = { share: 0.01, photos: 3, ofPhotos: 0.05 }

export const exposure: Check = (facts) => {
  const sets = setsOf(facts.read)
  const jumps = sets.flatMap((set) => jumpsOf(valuesOf(set, 'brightness')))
  const looked = sets.flatMap((set) => valuesOf(set, 'white'))
  const white = looked.filter(({ value }) => value > WHITE.share)
  const said: Said[] = []
  if (jumps.length > 0) {
    const most = percent(Math.max(...jumps.map(({ share }) => share)))
    said.push({
      severity: 'warn',
      text: `The light changes by up to ${most} from one photo to the next, in ${jumps.length.toLocaleString('en')} ${jumps.length === 1 ? 'place' : 'places'}, as at the edge of a cloud. Plots then differ in colour by light, not by plants. Fly under a clear or an evenly grey sky, with a fixed exposure.`,
      photos: jumps.flatMap(({ from, to }) => [from, to]),
    })
  }
  if (white.length >= WHITE.photos && white.length > WHITE.ofPhotos * looked.length)
    said.push({
      severity: 'warn',
      text: `${sampleText(facts)}${photosThat(white.length, 'has', 'have')} parts that are white, without any detail: more than ${percent(WHITE.share)} of what was looked at. Fly with a shorter exposure.`,
      photos: white,
    })
  return combined('exposure', said)
}
