// Which photos of a flight the preview uses, and whether they can become a map at all.
import { type FocalRatio, focalRatioOf, focalRatiosOf } from '../flights/focal-ratio.ts'
import { metresAround } from '../flights/local-metres.ts'
import { principalVariances } from '../numbers/principal-variances.ts'
import type { Photo } from '../photos/photo.ts'
import { medianOf } from './filter-points.ts'
import { type Refusal, refuse } from './refusal.ts'

export type Candidate = {
  name: string
  /** Null for what is no photo. */
  photo: Photo | null
  /** Of the pixels, by how much they differ from their neighbours; null where they can't be read. */
  sharpness: number | null
}

export type Chosen = { index: number; name: string; east: number; north: number; ratio: FocalRatio; photo: Photo }
export type LeftOut = { name: string; reason: string }
export type Selection = { chosen: Chosen[]; leftOut: LeftOut[]; height: number | null; refusal: Refusal | null }

const [PHOTOS_MIN, PHOTOS_MAX] = [5, 500]
/** Shares of all photos. */
const [PLACED_MIN, DOWN_MIN] = [0.8, 0.7]
const TILT_MAX = 15
/** Shares of the focal length, beyond what each of two statements may be off. */
const LENS_OFF_MAX = 0.03
/** Of the median of the flight. */
const SHARPNESS_MIN = 0.25
/** Metres, and multiples of the height and of the usual distance between photos: what is farther apart is another place. */
const GAP = { metres: 100, heights: 4, steps: 5 }
/** Of all photos: with fewer in the largest place it is not clear which is meant. */
const PLACE_MIN = 0.8
/** Of the height, or of the length of the line where that is not known. */
const LINE_WIDTH = { heights: 0.08, lengths: 0.04 }

export function selectPhotos(candidates: readonly Candidate[]): Selection {
  const leftOut: LeftOut[] = []
  const drop = <T extends { name: string }>(from: readonly T[], reason: (one: T) => string | undefined): T[] =>
    from.filter((one) => {
      const why = reason(one)
      if (why !== undefined) leftOut.push({ name: one.name, reason: why })
      return why === undefined
    })
  const end = (refusal: Refusal | null, chosen: Chosen[] = [], height: number | null = null): Selection => ({
    chosen,
    leftOut,
    height,
    refusal,
  })

  const all = candidates.map((candidate, index) => ({ ...candidate, index }))
  if (all.length > PHOTOS_MAX) return end(refuse.manyPhotos(all.length, PHOTOS_MAX))
  const readable = drop(all, whyUnreadable)
  if (readable.length < PHOTOS_MIN) return end(refuse.fewPhotos(readable.length, PHOTOS_MIN))
  const placed = drop(readable, ({ photo }) => (photo?.position ? undefined : 'says no position'))
  if (placed.length < PLACED_MIN * readable.length) return end(refuse.noPositions(placed.length, readable.length))
  const withLens = drop(placed, ({ photo }) => (photo && focalRatioOf(photo) ? undefined : 'says no focal length'))
  if (withLens.length < PLACED_MIN * placed.length) return end(refuse.noLens(withLens.length, placed.length))
  const off = medianOf(withLens.map(lensOff))
  if (off > LENS_OFF_MAX) return end(refuse.twoLenses(off))
  const down = drop(withLens, whyNotDown)
  if (down.length < DOWN_MIN * withLens.length) return end(refuse.notStraightDown(down.length, withLens.length))
  const usual = medianOf(down.flatMap(({ sharpness }) => (sharpness === null ? [] : [sharpness])))
  const sharp = drop(down, ({ sharpness }) => ((sharpness ?? usual) < SHARPNESS_MIN * usual ? 'is blurred' : undefined))
  const height = heightOf(sharp)
  const places = placesOf(locate(sharp), height)
  const [largest = []] = places.photos
  if (largest.length < PLACE_MIN * sharp.length && places.photos.length > 1)
    return end(
      refuse.twoPlaces(
        places.photos.map(({ length }) => length),
        places.gap,
      ),
    )
  const chosen = drop(locate(sharp), (photo) =>
    largest.some(({ index }) => index === photo.index) ? undefined : 'was taken elsewhere',
  )
  if (chosen.length < PHOTOS_MIN) return end(refuse.fewPhotos(chosen.length, PHOTOS_MIN))
  if (isSingleLine(chosen, height)) return end(refuse.singleLine())
  return end(null, chosen, height)
}

type Indexed = Candidate & { index: number }

function whyUnreadable({ photo, sharpness }: Indexed): string | undefined {
  if (!photo) return 'is no photo'
  if (photo.band?.name && photo.band.rigIndex !== null) return 'is one band of a multispectral camera'
  return sharpness === null || photo.width === null || photo.height === null ? "can't be read" : undefined
}

/** By how much what a photo says of its lens differs from what else it says of it, beyond what both may be off. */
function lensOff({ photo }: Indexed): number {
  const [surest, ...others] = photo ? focalRatiosOf(photo) : []
  if (!surest) return 0
  const offs = others.map(({ ratio, error }) => Math.abs(ratio / surest.ratio - 1) - error - surest.error)
  return Math.max(0, ...offs)
}

function whyNotDown({ photo }: Indexed): string | undefined {
  const pitch = photo?.attitude?.pitch ?? null
  return pitch !== null && Math.abs(pitch + 90) > TILT_MAX ? 'does not look straight down' : undefined
}

function heightOf(photos: readonly Indexed[]): number | null {
  const heights = photos.flatMap(({ photo }) =>
    photo?.relativeAltitude && photo.relativeAltitude > 0 ? [photo.relativeAltitude] : [],
  )
  return heights.length > 0 ? medianOf(heights) : null
}

/** In metres around the first. */
function locate(photos: readonly Indexed[]): Chosen[] {
  const origin = photos[0]?.photo?.position
  if (!origin) return []
  const { toMetres } = metresAround(origin)
  return photos.flatMap(({ index, name, photo }) => {
    const ratio = photo && focalRatioOf(photo)
    return photo?.position && ratio ? [{ index, name, photo, ratio, ...toMetres(photo.position) }] : []
  })
}

const distance = (a: Chosen, b: Chosen): number => Math.hypot(a.east - b.east, a.north - b.north)

/** Groups of photos that are near one another, the largest first. */
function placesOf(photos: readonly Chosen[], height: number | null): { photos: Chosen[][]; gap: number } {
  const steps = photos.map((one) =>
    Math.min(...photos.flatMap((other) => (other === one ? [] : [distance(one, other)]))),
  )
  const gap = Math.max(GAP.metres, GAP.heights * (height ?? 0), GAP.steps * (medianOf(steps) || 0))
  const left = new Set(photos)
  const groups: Chosen[][] = []
  for (const first of photos) {
    if (!left.delete(first)) continue
    const group = [first]
    for (const one of group)
      for (const other of left)
        if (distance(one, other) <= gap) {
          left.delete(other)
          group.push(other)
        }
    groups.push(group)
  }
  return { photos: groups.sort((a, b) => b.length - a.length), gap }
}

function isSingleLine(photos: readonly Chosen[], height: number | null): boolean {
  const { along, across } = principalVariances(photos)
  return Math.sqrt(across) < (height === null ? LINE_WIDTH.lengths * Math.sqrt(along) : LINE_WIDTH.heights * height)
}
