// What speaks against the height of a cell. One byte a cell: 0 is no height at all, else `KNOWN` and what else is so.
import { type Around, meansAround } from '../numbers/means-around.ts'
import type { Matched } from './match-tile.ts'
import { specksOf } from './specks.ts'

export const KNOWN = 1
/** Fewer than four photos agree by chance. */
export const FEW = 2
/** A patch so small that it is a fault of matching. */
export const SPECK = 4
/** Photos show different things there, as on water. */
export const UNLIKE = 8
/** Nothing to compare: noise alone, or little contrast where there are specks. Asphalt has as little, and its height all the same. */
export const PLAIN = 16
/** Strong and weak penalties say different heights: plants may have been flattened. It has a height all the same. */
export const DOUBT = 32

/** Of the cells around, more than a third are refused. */
export const AMONG = 64

/** So many specks around, or so much doubt, that plants there have no height: the wind moved them, or they were flattened. */
export const UNSURE = 128

/** For people who read the map of it. */
export const CONFIDENCE_LEGEND =
  'Numbers are sums: 1 the height is known; no height where 2 fewer than four photos, 4 a speck, 8 photos show different things, 16 nothing to compare, 64 most around has none, 128 a place of specks or doubt; 32 doubt: plants may be flattened.'

/** With one of these a cell has no height. */
export const REFUSED = FEW | SPECK | UNLIKE | PLAIN | AMONG | UNSURE

const PHOTOS_MIN = 4
/** In metres, of what is averaged, and by which heights differ. */
const [AROUND, DIFFERENCE_MAX] = [0.3, 0.1]
const UNLIKE_MAX = 70
const MANY = 0.35
/** In metres, of a place that is judged as a whole; and cells, because no more are known around a tile. */
const [PLACE, AROUND_MAX] = [1.2, 30]
const [SPECKS_MAX, DOUBT_MAX] = [0.15, 0.25]
/** In grey levels, of 5 x 5 cells. */
const [CONTRAST_MIN, CONTRAST_WITH_SPECKS, CONTRAST_CELLS] = [2, 3, 2]
const SPECKS_OF_PLAIN = 0.1

export function confidenceOf({ grid, heights, weak, photos, unlike, grey }: Matched): Uint8Array {
  const { width, height, cell } = grid
  const specks = specksOf({ heights, ...grid })
  const within = (metres: number): Around => ({
    width,
    height,
    around: Math.min(AROUND_MAX, Math.round(metres / 2 / cell)),
  })
  const specksAround = meansAround(specks, within(AROUND))
  const apart = meansAround(unlike, within(AROUND))
  const means = meansAround(grey, { width, height, around: CONTRAST_CELLS })
  const squares = meansAround(
    Float32Array.from(grey, (one) => one * one),
    { width, height, around: CONTRAST_CELLS },
  )
  const found = Uint8Array.from(heights, (own, at) => {
    if (Number.isNaN(own)) return 0
    const contrast = Math.sqrt(Math.max(0, (squares[at] ?? 0) - (means[at] ?? 0) ** 2))
    return (
      KNOWN |
      ((photos[at] ?? 0) < PHOTOS_MIN ? FEW : 0) |
      (specks[at] ? SPECK : 0) |
      ((apart[at] ?? 0) > UNLIKE_MAX ? UNLIKE : 0) |
      (contrast < ((specksAround[at] ?? 0) > SPECKS_OF_PLAIN ? CONTRAST_WITH_SPECKS : CONTRAST_MIN) ? PLAIN : 0) |
      (!specks[at] && Math.abs(own - (weak[at] ?? own)) > DIFFERENCE_MAX ? DOUBT : 0)
    )
  })
  const shareOf = (flags: number, metres: number) =>
    meansAround(
      found.map((one) => Number((one & flags) > 0)),
      within(metres),
    )
  const refused = shareOf(SPECK | UNLIKE | PLAIN, AROUND)
  const [ofSpecks, ofDoubt] = [shareOf(SPECK, PLACE), shareOf(DOUBT, PLACE)]
  return found.map((one, at) =>
    one === 0
      ? 0
      : one |
        ((refused[at] ?? 0) > MANY ? AMONG : 0) |
        ((ofSpecks[at] ?? 0) > SPECKS_MAX || (ofDoubt[at] ?? 0) > DOUBT_MAX ? UNSURE : 0),
  )
}
