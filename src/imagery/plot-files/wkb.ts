// Well-known binary: shapes as GeoPackage keeps them. Heights and measures are left out.
import { type Budget, damaged, type PlotShape } from './plot-file.ts'

const NAMES = new Map([
  [1, 'Point'],
  [2, 'LineString'],
  [4, 'MultiPoint'],
  [5, 'MultiLineString'],
  [8, 'CircularString'],
  [9, 'CompoundCurve'],
  [10, 'CurvePolygon'],
  [11, 'MultiCurve'],
  [15, 'PolyhedralSurface'],
  [16, 'TIN'],
  [17, 'Triangle'],
])
const [POINT, POLYGON, TRIANGLE] = [1, 3, 17]
/** Points behind one another. */
const LINES = [2, 8]
/** Multipolygons, collections and surfaces: their parts count by themselves. */
const COLLECTIONS = [6, 7, 12]
/** Of parts that say nothing by themselves. */
const GROUPS = [4, 5, 9, 10, 11, 15, 16]
/** Of collections in collections. */
const DEPTH_MAX = 8
const [EXTENDED_Z, EXTENDED_M, EXTENDED_SRID] = [0x80_00_00_00, 0x40_00_00_00, 0x20_00_00_00]

type Reader = { view: DataView; at: number; budget: Budget }

/** @throws UnreadablePlots, RangeError for numbers that point outside of it */
export const readWkb = ({ buffer, byteOffset, byteLength }: Uint8Array, budget: Budget): PlotShape =>
  readGeometry({ view: new DataView(buffer, byteOffset, byteLength), at: 0, budget }, 0)

function readGeometry(reader: Reader, depth: number): PlotShape {
  const isLittle = reader.view.getUint8(reader.at) === 1
  const stated = reader.view.getUint32(reader.at + 1, isLittle)
  reader.at += 5
  if ((stated & EXTENDED_SRID) !== 0) reader.at += 4
  const [kind, dimension] = [(stated & 0xffff) % 1000, Math.floor((stated & 0xffff) / 1000)]
  const hasZ = (stated & EXTENDED_Z) !== 0 || dimension === 1 || dimension === 3
  const hasM = (stated & EXTENDED_M) !== 0 || dimension === 2 || dimension === 3
  const size = 8 * (2 + Number(hasZ) + Number(hasM))
  const type = NAMES.get(kind) ?? 'shape of another kind'
  if (kind === POLYGON) return { type: 'Polygon', coordinates: readRings(reader, isLittle, size) }
  if (kind === TRIANGLE) readRings(reader, isLittle, size)
  else if (kind === POINT) reader.at += size
  else if (LINES.includes(kind)) reader.at += size * countIn(reader, isLittle, size)
  else if (COLLECTIONS.includes(kind))
    return { type: 'GeometryCollection', geometries: readParts(reader, isLittle, depth) }
  else if (GROUPS.includes(kind)) readParts(reader, isLittle, depth)
  return { type }
}

function readParts(reader: Reader, isLittle: boolean, depth: number): PlotShape[] {
  if (depth > DEPTH_MAX) throw damaged('GeoPackage')
  const parts: PlotShape[] = []
  for (let left = countIn(reader, isLittle, 5); left > 0; left -= 1) parts.push(readGeometry(reader, depth + 1))
  return parts
}

function readRings(reader: Reader, isLittle: boolean, size: number): number[][][] {
  const rings: number[][][] = []
  for (let left = countIn(reader, isLittle, 4); left > 0; left -= 1) {
    const ring: number[][] = []
    const points = countIn(reader, isLittle, size)
    reader.budget.points(points)
    for (let point = 0; point < points; point += 1) {
      ring.push([reader.view.getFloat64(reader.at, isLittle), reader.view.getFloat64(reader.at + 8, isLittle)])
      reader.at += size
    }
    rings.push(ring)
  }
  return rings
}

/** How many follow, of at least `size` bytes each. */
function countIn(reader: Reader, isLittle: boolean, size: number): number {
  const count = reader.view.getUint32(reader.at, isLittle)
  reader.at += 4
  if (count * size > reader.view.byteLength - reader.at) throw damaged('GeoPackage')
  return count
}
