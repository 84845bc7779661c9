// What of a feature is an outline of a plot, and what is left out: rows without a shape, points and lines beside polygons.

import { isObject } from './attributes.ts'

export type LeftOutKind = 'point' | 'line' | 'model' | 'nothing'

const LEFT_OUT = new Map<string, LeftOutKind>([
  ['Point', 'point'],
  ['MultiPoint', 'point'],
  ['LineString', 'line'],
  ['MultiLineString', 'line'],
  ['CircularString', 'line'],
  ['CompoundCurve', 'line'],
  ['MultiCurve', 'line'],
  // Of KML.
  ['Track', 'line'],
  ['MultiTrack', 'line'],
  ['Model', 'model'],
])

/** A row or a part of a plot that is no polygon. */
export type LeftOut = {
  /** Of the plot, or where it stands in the file. */
  name: string
  kind: LeftOutKind
  /** Beside the polygon of a plot, which is taken. */
  isPart: boolean
}

export type SortedShape = {
  /** Coordinates of polygons. */
  polygons: unknown[]
  leftOut: LeftOutKind[]
  /** The type of what is neither: a curved polygon, or what nobody knows. */
  strange: string | undefined
}

/** Of collections in collections. */
const DEPTH_MAX = 8

export function sortShape(geometry: unknown, depth = 0): SortedShape {
  const nothing: SortedShape = { polygons: [], leftOut: [], strange: undefined }
  const { type, coordinates, geometries } = isObject(geometry) ? geometry : {}
  if (typeof type !== 'string') return nothing
  if (type === 'Polygon') return { ...nothing, polygons: isEmpty(coordinates) ? [] : [coordinates] }
  if (type === 'MultiPolygon') {
    // What is no list is refused where points are read.
    const parts = Array.isArray(coordinates) ? coordinates : [coordinates]
    return { ...nothing, polygons: parts.filter((part) => !isEmpty(part)) }
  }
  if (type === 'GeometryCollection' && Array.isArray(geometries) && depth < DEPTH_MAX) {
    const parts = geometries.map((part) => sortShape(part, depth + 1))
    return {
      polygons: parts.flatMap(({ polygons }) => polygons),
      leftOut: parts.flatMap(({ leftOut }) => leftOut),
      strange: parts.find(({ strange }) => strange !== undefined)?.strange,
    }
  }
  const kind = LEFT_OUT.get(type)
  return kind ? { ...nothing, leftOut: [kind] } : { ...nothing, strange: type }
}

const isEmpty = (coordinates: unknown): boolean => Array.isArray(coordinates) && coordinates.length === 0

const NAMED_MAX = 5
const WORDS: Record<LeftOutKind, readonly [one: string, many: string]> = {
  point: ['point', 'points'],
  line: ['line', 'lines'],
  model: ['model', 'models'],
  nothing: ['row without a shape', 'rows without a shape'],
}

/** In words for people, by kind: ‘2 points: Gate, Well’. */
export function describeLeftOut(leftOut: readonly LeftOut[]): string[] {
  const groups = Map.groupBy(leftOut, ({ kind, isPart }) => `${kind} ${isPart}`)
  return [...groups.values()].map((group) => {
    const [{ kind, isPart } = { kind: 'nothing', isPart: false } as const] = group
    const [one, many] = WORDS[kind]
    const names = group.slice(0, NAMED_MAX).map(({ name }) => name.slice(0, NAME_MAX))
    const more = group.length > names.length ? ` and ${(group.length - names.length).toLocaleString('en')} more` : ''
    const what = `${group.length.toLocaleString('en')} ${group.length === 1 ? one : many}`
    return `${what}${isPart ? ' beside the outlines of plots' : ''}: ${names.join(', ')}${more}`
  })
}

const NAME_MAX = 60
