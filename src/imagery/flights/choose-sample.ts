// Of which photos of an archive the pixels are looked at.
import { KiB } from '#domain/units.ts'
import { quantile } from './lines.ts'

/** Of the bytes of an archive, so many are read in all. */
const SHARE_MAX = 0.05
/** Head and tail of a photo, and what is read of its pixels beyond them. */
const HEAD_BYTES = KiB(80)
const PIXEL_BYTES = KiB(64)
/** Looked at even if that is a larger share: small archives, and those of small photos. */
const PHOTOS_MIN = 24

/** Blurred photos need fewer bytes. */
const SMALL = 0.6
const NEIGHBOURS = 5
/** Of those that are looked at, for photos that are much smaller than their neighbours. */
const SUSPECTS_SHARE = 0.25

/** By the sizes of the photos in the order of the archive: all of them, or some that are spread evenly and those that are much smaller than others beside them. */
export function chooseSample(sizes: readonly number[], archiveBytes: number): (at: number) => boolean {
  const count = sizes.length
  const affordable = Math.floor((SHARE_MAX * archiveBytes - count * HEAD_BYTES) / PIXEL_BYTES)
  const wanted = Math.max(PHOTOS_MIN, affordable)
  if (wanted >= count) return () => true
  const suspects = suspectsOf(sizes).slice(0, Math.floor(SUSPECTS_SHARE * wanted))
  const spread = wanted - suspects.length
  const chosen = new Set(suspects)
  for (let index = 0; index < spread; index += 1) chosen.add(Math.floor(((index + 0.5) * count) / spread))
  return (at) => chosen.has(at)
}

/** The smallest beside their neighbours first. */
function suspectsOf(sizes: readonly number[]): number[] {
  const shares = sizes.map((size, at) => {
    const from = Math.max(0, Math.min(at - Math.floor(NEIGHBOURS / 2), sizes.length - NEIGHBOURS))
    return { at, share: size / quantile(sizes.slice(from, from + NEIGHBOURS), 0.5) }
  })
  return shares
    .filter(({ share }) => share < SMALL)
    .sort((one, other) => one.share - other.share)
    .map(({ at }) => at)
}
