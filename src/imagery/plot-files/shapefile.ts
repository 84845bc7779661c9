// The shapes of a shapefile: ESRI Shapefile Technical Description, 1998.
import { UnreadablePlots } from '../geojson/unreadable-plots.ts'
import { isInside } from '../plots/crossings.ts'
import { type Position, signedArea } from '../plots/polygon.ts'
import { readDbf } from './dbf.ts'
import { type Budget, createBudget, damaged, type LayerContent, orDamaged, type PlotFeature } from './plot-file.ts'

const FILE_CODE = 9994
const HEADER_BYTES = 100
const POLYGONS = [5, 15, 25]
const OTHERS = { Point: [1, 11, 21], LineString: [3, 13, 23], MultiPoint: [8, 18, 28], MultiPatch: [31] }
/** Of one shape: each is compared with the others. */
const RINGS_MAX = 200

export type ShapefileParts = {
  shp: Uint8Array
  /** Where each shape begins. */
  shx: Uint8Array | undefined
  dbf: Uint8Array | undefined
  prj: string | undefined
  cpg: string | undefined
}

const NO_TABLE =
  'This shapefile has no .dbf file, so nothing names its plots: they are numbered. Add the .dbf file to keep their names.'

/** @throws UnreadablePlots */
export function readShapefile({ shp, shx, dbf, prj, cpg }: ShapefileParts): LayerContent {
  const shapes = orDamaged('shapefile', () => shapesIn(shp, shx))
  const { rows, notes } = dbf ? readDbf(dbf, cpg ?? '') : { rows: [], notes: [NO_TABLE] }
  if (dbf && rows.length !== shapes.length) throw damaged('shapefile')
  const features = shapes.flatMap((geometry, index): PlotFeature[] => {
    const properties = dbf ? rows[index] : {}
    return properties ? [{ type: 'Feature', properties, geometry }] : []
  })
  return { crs: prj === undefined ? {} : { wkt: prj }, features, notes }
}

function shapesIn(shp: Uint8Array, shx: Uint8Array | undefined): PlotFeature['geometry'][] {
  const view = viewOf(shp)
  if (view.getUint32(0) !== FILE_CODE) throw damaged('shapefile')
  const budget = createBudget()
  const places = (shx && placesOf(shx)) ?? placesIn(shp)
  return places.map((place, at) => {
    budget.feature()
    const size = place === 0 ? 0 : 2 * view.getUint32(place + 4)
    if (place + 8 + size > shp.length) throw damaged('shapefile')
    return size < 4 ? null : readShape(new DataView(shp.buffer, shp.byteOffset + place + 8, size), { budget, at })
  })
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** By the index; undefined when it is none. */
function placesOf(shx: Uint8Array): number[] | undefined {
  const view = viewOf(shx)
  if (shx.length < HEADER_BYTES || view.getUint32(0) !== FILE_CODE) return undefined
  const count = Math.floor((shx.length - HEADER_BYTES) / 8)
  return Array.from({ length: count }, (_, at) => 2 * view.getUint32(HEADER_BYTES + 8 * at))
}

/** One behind the other. Some programs fill the rest of the file with zeros. */
function placesIn(shp: Uint8Array): number[] {
  const view = viewOf(shp)
  const length = 2 * view.getUint32(24)
  if (length > shp.length) throw damaged('shapefile')
  const places: number[] = []
  for (let at = HEADER_BYTES; at + 12 <= length; ) {
    const size = 2 * view.getUint32(at + 4)
    const isPadding = size === 0 && shp.subarray(at, length).every((byte) => byte === 0)
    if (isPadding) break
    if (size < 4 || at + 8 + size > length) throw damaged('shapefile')
    places.push(at)
    at += 8 + size
  }
  return places
}

function readShape(view: DataView, { budget, at }: { budget: Budget; at: number }): PlotFeature['geometry'] {
  const kind = view.getInt32(0, true)
  if (kind === 0) return null
  if (!POLYGONS.includes(kind)) {
    const [type = 'shape of another kind'] = Object.entries(OTHERS).find(([, kinds]) => kinds.includes(kind)) ?? []
    return { type }
  }
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
