// Whether shrubs and a tree of raw-dji-brighton stand in the surface, or are said to be in doubt: strong smoothing flattens them without a trace.
import { join } from 'node:path'
import { fromFile } from 'geotiff'
import { DOUBT, KNOWN, REFUSED } from '../../src/imagery/dense/confidence.ts'
import { createPlaneFit } from '../../src/imagery/numbers/fit-plane.ts'

/** In UTM zone 15 N, as the maps of our engine lie. */
const PLACES = [
  ['shrub a', 576_712.9, 5_188_179],
  ['shrub b', 576_716.45, 5_188_182.1],
  ['shrub c', 576_721.3, 5_188_180.7],
  ['shrub d', 576_716.3, 5_188_178.4],
  ['airy tree', 576_718.66, 5_188_186],
]
/** In metres: what stands there, and the ground around it. */
const [INSIDE, FROM, TO] = [1.1, 1.6, 2.4]
const [HEIGHT_MIN, SHARE_MIN] = [0.15, 0.3]

/** For each place on the map: what is found there, and whether that is right. */
export async function standing(folder) {
  const [heights, confidence] = await Promise.all(
    ['elevation.tif', 'confidence.tif'].map(async (name) => (await fromFile(join(folder, name))).getImage()),
  )
  const [west, south, east, north] = heights.getBoundingBox()
  const pixel = (east - west) / heights.getWidth()
  const found = PLACES.filter(([, x, y]) => x - TO > west && x + TO < east && y - TO > south && y + TO < north)
  return Promise.all(
    found.map(async ([name, x, y]) => {
      const [left, top] = [Math.floor((x - TO - west) / pixel), Math.floor((north - y - TO) / pixel)]
      const side = Math.ceil((2 * TO) / pixel)
      const window = [left, top, left + side, top + side]
      const [z, why] = await Promise.all(
        [heights, confidence].map(async (image) => (await image.readRasters({ window }))[0]),
      )
      const cells = Array.from(z, (height, at) => {
        const [cellX, cellY] = [((at % side) - side / 2) * pixel, (side / 2 - Math.floor(at / side)) * pixel]
        return { x: cellX, y: cellY, away: Math.hypot(cellX, cellY), height, why: why[at] }
      })
      return judge(name, cells)
    }),
  )
}

function judge(name, cells) {
  const inside = cells.filter(({ away }) => away < INSIDE)
  const around = cells.filter(({ away }) => away > FROM && away < TO)
  const ground = createPlaneFit()
  for (const { x, y, height } of around.filter(hasHeight)) ground.add(x, y, height)
  const plane = ground.plane()
  const above = inside
    .filter(hasHeight)
    .map(({ x, y, height }) => height - plane.z - plane.alongX * (x - plane.x) - plane.alongY * (y - plane.y))
    .toSorted((one, other) => one - other)
  const p95 = above[Math.floor(0.95 * above.length)] ?? 0
  const [share, shareAround] = [inside, around].map(inDoubt)
  const says = `P95 ${p95.toFixed(2)} m, ${(share * 100).toFixed(0)} % without height or in doubt (around it ${(shareAround * 100).toFixed(0)} %)`
  return { name, says, holds: p95 > HEIGHT_MIN || share > SHARE_MIN }
}

const hasHeight = ({ height }) => height > -9000
const inDoubt = (cells) => cells.filter(({ why }) => !(why & KNOWN) || why & (REFUSED | DOUBT)).length / cells.length
