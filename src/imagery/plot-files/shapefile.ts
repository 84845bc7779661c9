// The shapes of a shapefile: ESRI Shapefile Technical Description, 1998.
import { UnreadablePlots } from '../geojson/unreadable-plots.ts'
import { isInside } from '../plots/crossings.ts'
import { type Position, signedArea } from '../plots/polygon.ts'
import { readDbf } from './dbf.ts'
import { type Budget, damaged, type PlotFeature, type PlotLayer } from './plot-file.ts'

const FILE_CODE = 9994
const HEADER_BYTES = 100
const POLYGONS = [5, 15, 25]
const NAMES = new Map([
  [1, 'Point'],
  [3, 'LineString'],
  [8, 'MultiPoint'],
  [11, 'Point'],
  [13, 'LineString'],
  [18, 'MultiPoint'],
  [21, 'Point'],
  [23, 'LineString'],
  [28, 'MultiPoint'],
  [31, 'MultiPatch'],
])
/** Of one shape: each is compared with the others. */
const RINGS_MAX = 200

export type ShapefileParts = {
  name: string
  shp: Uint8Array
  dbf: Uint8Array | undefined
  prj: string | undefined
  cpg: string | undefined
}

/** @throws UnreadablePlots */
export function readShapefile({ name, shp, dbf, prj, cpg }: ShapefileParts, budget: Budget): PlotLayer {
  const shapes = guarded(() => shapesIn(shp, budget))
  const rows = dbf ? readDbf(dbf, cpg ?? '') : []
  if (dbf && rows.length !== shapes.length) throw damaged('shapefile')
  const features = shapes.flatMap((geometry, index): PlotFeature[] => {
    const properties = dbf ? rows[index] : {}
    return properties ? [{ type: 'Feature', properties, geometry }] : []
  })
  return { name, crs: prj === undefined ? {} : { wkt: prj }, features }
}

/** A number that points outside of the file. */
function guarded<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) throw damaged('shapefile')
    throw error
  }
}

function shapesIn(bytes: Uint8Array, budget: Budget): PlotFeature['geometry'][] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = 2 * view.getUint32(24)
  if (view.getUint32(0) !== FILE_CODE || length > bytes.length) throw damaged('shapefile')
  const shapes: PlotFeature['geometry'][] = []
  for (let at = HEADER_BYTES; at + 12 <= length; ) {
    budget.feature()
    const size = 2 * view.getUint32(at + 4)
    if (size < 4 || at + 8 + size > length) throw damaged('shapefile')
    shapes.push(readShape(new DataView(bytes.buffer, bytes.byteOffset + at + 8, size), { budget, at: shapes.length }))
    at += 8 + size
  }
  return shapes
}

function readShape(view: DataView, { budget, at }: { budget: Budget; at: number }): PlotFeature['geometry'] {
  const kind = view.getInt32(0, true)
  if (kind === 0) return null
  if (!POLYGONS.includes(kind)) return { type: NAMES.get(kind) ?? 'shape of another kind' }
  const [parts, points] = [view.getInt32(36, true), view.getInt32(40, true)]
  const start = 44 + 4 * parts
  if (parts < 0 || points < 0 || start + 16 * points > view.byteLength) throw damaged('shapefile')
  if (parts > RINGS_MAX)
    throw new UnreadablePlots(`Plot number ${at + 1} of the file has ${parts} rings; a plot has at most ${RINGS_MAX}.`)
  budget.points(points)
  const begins = Array.from({ length: parts }, (_, part) => view.getInt32(44 + 4 * part, true))
  const rings = begins.map((from, part) => {
    const to = begins[part + 1] ?? points
    if (from < 0 || to < from || to > points) throw damaged('shapefile')
    return Array.from({ length: to - from }, (_, point): Position => {
      const place = start + 16 * (from + point)
      return [view.getFloat64(place, true), view.getFloat64(place + 8, true)]
    })
  })
  return { type: 'MultiPolygon', coordinates: groupRings(rings) }
}

/**
 * Rings as polygons with their holes, by what lies in what: programs don't agree on the direction of rings. What lies in one other
 * ring is its hole; what lies in two is a part of its own again.
 */
function groupRings(rings: readonly Position[][]): Position[][][] {
  const bySize = rings.toSorted((a, b) => Math.abs(signedArea(b)) - Math.abs(signedArea(a)))
  const placed: { ring: Position[]; depth: number; polygon: Position[][] }[] = []
  for (const ring of bySize) {
    const around = placed.filter((other) => liesIn(ring, other.ring))
    const isHole = around.length % 2 === 1
    const innermost = around.findLast(({ depth }) => depth === around.length - 1)
    const polygon = isHole && innermost ? innermost.polygon : []
    polygon.push(ring)
    placed.push({ ring, depth: around.length, polygon })
  }
  return placed.filter(({ polygon, ring }) => polygon[0] === ring).map(({ polygon }) => polygon)
}

/** By most of its points: some may lie on the other ring. */
const liesIn = (ring: readonly Position[], other: readonly Position[]): boolean =>
  ring.filter((point) => isInside(other, point)).length * 2 > ring.length
