// How far an orthomosaic lies from a coloured point cloud of the same place: the shift at which their brightness agrees best.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromFile } from 'geotiff'
import { createLazPerf } from 'laz-perf'
import { createPlaneFit } from '../../src/imagery/numbers/fit-plane.ts'

/** In metres: the cells in which both are compared, how far to look, and the border of what both show. */
const [CELL, REACH, BORDER] = [0.2, 3, 4]

export async function shiftAgainst(referencePath, folder) {
  const points = await readPoints(referencePath)
  const cloud = rasterise(points)
  const picture = await brightnessOf(join(folder, 'orthomosaic.tif'), cloud)
  const best = search(cloud, picture)
  return { ...best, ...(await heightsOf(join(folder, 'elevation.tif'), cloud)) }
}

async function readPoints(path) {
  const LazPerf = await createLazPerf()
  const bytes = readFileSync(path)
  // oxlint-disable-next-line no-underscore-dangle -- its name
  const file = LazPerf._malloc(bytes.length)
  LazPerf.HEAPU8.set(bytes, file)
  const laszip = new LazPerf.LASZip()
  laszip.open(file, bytes.length)
  const count = laszip.getCount()
  const length = laszip.getPointLength()
  const format = laszip.getPointFormat() & 0x3f
  const head = new DataView(bytes.buffer, bytes.byteOffset)
  const [scale, offset] = [131, 155].map((at) => [0, 8, 16].map((axis) => head.getFloat64(at + axis, true)))
  // oxlint-disable-next-line no-underscore-dangle -- its name
  const record = LazPerf._malloc(length)
  const colourAt = { 2: 20, 3: 28, 7: 30, 8: 30 }[format]
  const points = []
  for (let at = 0; at < count; at += 1) {
    laszip.getPoint(record)
    const view = new DataView(LazPerf.HEAPU8.buffer, record, length)
    const [x, y, z] = [0, 1, 2].map((axis) => view.getInt32(axis * 4, true) * scale[axis] + offset[axis])
    const grey = [0, 2, 4].reduce((sum, more) => sum + view.getUint16(colourAt + more, true), 0) / 3
    points.push([x, y, z, grey])
  }
  return points
}

/** Means of brightness and height. */
function rasterise(points) {
  const [left, right] = extentOf(points, 0)
  const [bottom, top] = extentOf(points, 1)
  const [west, north] = [Math.floor(left), Math.ceil(top)]
  const width = Math.ceil((right - west) / CELL)
  const height = Math.ceil((north - bottom) / CELL)
  const [counts, greys, heights] = [0, 1, 2].map(() => new Float64Array(width * height))
  for (const [x, y, z, grey] of points) {
    const at =
      Math.min(height - 1, Math.floor((north - y) / CELL)) * width + Math.min(width - 1, Math.floor((x - west) / CELL))
    counts[at] += 1
    greys[at] += grey
    heights[at] += z
  }
  const mean = (values) => values.map((value, at) => (counts[at] > 0 ? value / counts[at] : Number.NaN))
  return { west, north, width, height, greys: mean(greys), heights: mean(heights) }
}

function extentOf(points, axis) {
  let [low, high] = [Infinity, -Infinity]
  for (const { [axis]: place } of points) [low, high] = [Math.min(low, place), Math.max(high, place)]
  return [low, high]
}

/** Of the orthomosaic in cells of the cloud, with a border to look into. */
async function brightnessOf(path, cloud) {
  const image = await (await fromFile(path)).getImage()
  const [left, , right, top] = image.getBoundingBox()
  const border = Math.round(BORDER / CELL)
  const [width, height] = [cloud.width + 2 * border, cloud.height + 2 * border]
  const pixel = (right - left) / image.getWidth()
  const [red, green, blue, alpha] = await image.readRasters()
  const sums = new Float64Array(width * height)
  const counts = new Float64Array(width * height)
  for (let row = 0; row < image.getHeight(); row += 1)
    for (let column = 0; column < image.getWidth(); column += 1) {
      const from = row * image.getWidth() + column
      if (alpha[from] === 0) continue
      const x = Math.floor((left + (column + 0.5) * pixel - cloud.west) / CELL) + border
      const y = Math.floor((cloud.north - top + (row + 0.5) * pixel) / CELL) + border
      if (x < 0 || y < 0 || x >= width || y >= height) continue
      sums[y * width + x] += (red[from] + green[from] + blue[from]) / 3
      counts[y * width + x] += 1
    }
  return { width, height, border, greys: sums.map((sum, at) => (counts[at] > 0 ? sum / counts[at] : Number.NaN)) }
}

/** Positive where the orthomosaic lies too far east or north. */
function search(cloud, picture) {
  const steps = Math.round(REACH / CELL)
  const scores = new Map()
  const scoreOf = (dx, dy) => {
    const key = `${dx} ${dy}`
    if (!scores.has(key)) scores.set(key, correlation(cloud, picture, [dx, dy]))
    return scores.get(key)
  }
  let best = { dx: 0, dy: 0, score: Number.NEGATIVE_INFINITY }
  for (let dy = -steps; dy <= steps; dy += 1)
    for (let dx = -steps; dx <= steps; dx += 1) {
      const score = scoreOf(dx, dy)
      if (score > best.score) best = { dx, dy, score }
    }
  const dx = best.dx + peak(scoreOf(best.dx - 1, best.dy), best.score, scoreOf(best.dx + 1, best.dy))
  const dy = best.dy + peak(scoreOf(best.dx, best.dy - 1), best.score, scoreOf(best.dx, best.dy + 1))
  return { east: dx * CELL, north: -dy * CELL, correlation: best.score }
}

/** Of a parabola through three values, from the middle. */
const peak = (before, at, after) => (before - after) / (2 * (before - 2 * at + after))

function correlation(cloud, picture, [dx, dy]) {
  let [n, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0]
  for (let row = 0; row < cloud.height; row += 1)
    for (let column = 0; column < cloud.width; column += 1) {
      const one = cloud.greys[row * cloud.width + column]
      const other = picture.greys[(row + picture.border + dy) * picture.width + column + picture.border + dx]
      if (!(one >= 0) || !(other >= 0)) continue
      n += 1
      a += one
      b += other
      aa += one * one
      bb += other * other
      ab += one * other
    }
  return (ab - (a * b) / n) / Math.sqrt((aa - (a * a) / n) * (bb - (b * b) / n))
}

const median = (all) => [...all].sort((one, other) => one - other)[all.length >> 1]

async function heightsOf(path, cloud) {
  const image = await (await fromFile(path)).getImage()
  const [left, , right, top] = image.getBoundingBox()
  const pixel = (right - left) / image.getWidth()
  const [values] = await image.readRasters()
  const cells = []
  for (const [at, height] of cloud.heights.entries()) {
    if (Number.isNaN(height)) continue
    const x = cloud.west + ((at % cloud.width) + 0.5) * CELL
    const y = cloud.north - (Math.floor(at / cloud.width) + 0.5) * CELL
    const [column, row] = [Math.floor((x - left) / pixel), Math.floor((top - y) / pixel)]
    const value =
      column >= 0 && row >= 0 && column < image.getWidth() && row < image.getHeight()
        ? values[row * image.getWidth() + column]
        : -9999
    if (value > -9000) {
      cells.push({ x: x - cloud.west, y: cloud.north - y, off: value - height })
    }
  }
  const heightMedian = median(cells.map(({ off }) => off))
  const windows = Map.groupBy(cells, ({ x, y }) => `${Math.floor(x / WINDOW)} ${Math.floor(y / WINDOW)}`)
  return {
    whole: besidePlane(cells),
    windows: [...windows.values()].filter((of) => of.length >= COUNT_MIN).map(besidePlane),
    heightMedian,
    heightNmad: 1.4826 * median(cells.map(({ off }) => Math.abs(off - heightMedian))),
    cells: cells.length,
  }
}

/** In metres: what a bow of two maps against one another leaves beside a plane. Of fewer cells a window says little. */
const [WINDOW, COUNT_MIN] = [40, 10_000]

function besidePlane(cells) {
  const fit = createPlaneFit()
  for (const { x, y, off } of cells) fit.add(x, y, off)
  const plane = fit.plane()
  const beside = cells.map(
    ({ x, y, off }) => off - plane.z - plane.alongX * (x - plane.x) - plane.alongY * (y - plane.y),
  )
  const middle = median(beside)
  const away = beside.map((value) => Math.abs(value - middle))
  return { nmad: 1.4826 * median(away), within: away.filter((value) => value < 0.1).length / away.length }
}
