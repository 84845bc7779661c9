// The points of a file on the ground: by the coordinate system that it or a person states, else by one that is proposed.
import { CONTROL_POINTS_MAX, type ControlPointFile } from '#domain/flights.ts'
import type { Place } from '../flights/local-metres.ts'
import { commonCrs, type FileCrs } from '../plot-files/file-crs.ts'
import { type CrsOfEpsg, lonLatsOf } from '../rasters/crs.ts'
import { utmAt } from '../rasters/utm.ts'
import type { ControlPointSource, SourcePoint } from './control-point-source.ts'
import type { PhotoArea } from './photo-area.ts'
import { ofCode } from './stated-crs.ts'

export type PlacedPoint = Place & { label: string; height: number | null } & Pick<SourcePoint, 'error'>

export type PlacedFile = {
  source: ControlPointSource
  found: ControlPointFile
  /** All that have a place by the coordinate system. */
  points: PlacedPoint[]
  /** The file is said to have east first, and only north first puts the points among the photos. */
  isTurned: boolean
}

export type Surroundings = {
  /** By a person. */
  entered: number | undefined
  area: PhotoArea | null
  crsOfEpsg: CrsOfEpsg
  /** By the label of a point, in how many it is marked. */
  photosOf: (label: string) => number
}

/** A point of the field may lie so far outside the photos. */
const NEAR_METRES = 500
const SAMPLE = 200
/** Files whose points are where photos were taken, or that are shown by their makers' programs. */
const NOT_ON_GROUND = new Set(['photo-positions', 'dji-mrk'])

export function placeFile(source: ControlPointSource, surroundings: Surroundings): PlacedFile {
  const { crs, crsSource, isTurned } = systemOf(source, surroundings)
  const points = crs ? placesOf(source, crs, isTurned) : []
  const found: ControlPointFile = {
    file: source.file,
    format: source.format,
    epsg: crs?.epsg ?? null,
    crs: crs?.name ?? null,
    crsSource,
    pointCount: source.points.length + source.shapes,
    markCount: source.marks.length,
    points: NOT_ON_GROUND.has(source.format)
      ? []
      : points.slice(0, CONTROL_POINTS_MAX).map((point) => ({ ...point, photos: surroundings.photosOf(point.label) })),
  }
  return { source, found, points, isTurned: isTurned && source.axes === 'east-first' }
}

type Chosen = { crs: FileCrs | null; crsSource: ControlPointFile['crsSource']; isTurned: boolean }

function systemOf(source: ControlPointSource, { entered, area, crsOfEpsg }: Surroundings): Chosen {
  // Words that are not known are as good as none.
  const stated = source.crs?.crs || source.crs?.epsg != null ? source.crs : null
  const known = stated ?? (entered === undefined ? null : ofCode(entered, crsOfEpsg))
  if (known) return { crs: known, crsSource: stated ? 'file' : 'entered', isTurned: turnOf(source, known, area) }
  const proposed = source.points.length === 0 ? undefined : propose(source, area)
  return proposed ? { ...proposed, crsSource: 'proposed' } : { crs: null, crsSource: null, isTurned: false }
}

/** Whether y goes east: as the system orders its axes, unless only the other way puts the points among the photos. */
function turnOf(source: ControlPointSource, crs: FileCrs, area: PhotoArea | null): boolean {
  const isUsual = source.axes === 'by-crs' && crs.crs?.metresPerUnit === null
  const isBetter = (isTurned: boolean) => nearShare(source, { crs, isTurned }, area) > 0.5
  return !isBetter(isUsual) && isBetter(!isUsual) ? !isUsual : isUsual
}

/** Share of the points that lie among the photos; 0 without photos. */
function nearShare(source: ControlPointSource, { crs, isTurned }: Candidate, area: PhotoArea | null): number {
  if (!area || source.points.length === 0) return 0
  const points = source.points.slice(0, SAMPLE)
  const placed = placesOf({ ...source, points }, crs, isTurned)
  return placed.filter((place) => area.distanceTo(place) <= NEAR_METRES).length / points.length
}

type Candidate = { crs: FileCrs; isTurned: boolean }
const UTM_SIDES = [32_600, 32_700]
const PSEUDO_MERCATOR = 3857

/** Of degrees, WGS84; else the zone near the photos that puts most points among them. Undefined where none does. */
function propose(source: ControlPointSource, area: PhotoArea | null): Candidate | undefined {
  const degrees = { crs: ofCode(4326, commonCrs), isTurned: false }
  const zone = area ? utmAt(area.middle.lon, area.middle.lat).epsg % 100 : 0
  const zones = area ? [zone, (zone % 60) + 1, ((zone + 58) % 60) + 1] : []
  const codes = [4326, ...UTM_SIDES.flatMap((side) => zones.map((one) => side + one)), PSEUDO_MERCATOR]
  const candidates = codes.flatMap((code) =>
    [false, true].map((isTurned) => ({ crs: ofCode(code, commonCrs), isTurned })),
  )
  let best = { share: 0.5, candidate: source.isDegrees && source.format !== 'pix4d-gcp' ? degrees : undefined }
  for (const candidate of candidates) {
    const share = nearShare(source, candidate, area)
    if (share > best.share) best = { share, candidate }
  }
  return best.candidate
}

/** None where the system is one that can't be worked with here. */
function placesOf({ points, metresPerUnit }: ControlPointSource, { crs }: FileCrs, isTurned: boolean): PlacedPoint[] {
  if (!crs) return []
  const convert = lonLatsOf(crs)
  const scale = metresPerUnit !== null && crs.metresPerUnit !== null ? metresPerUnit / crs.metresPerUnit : 1
  return points.flatMap(({ label, x, y, z, error }: SourcePoint) => {
    const [lon, lat] = convert(isTurned ? [y * scale, x * scale] : [x * scale, y * scale])
    return Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? [{ label, lon, lat, height: z, ...(error && { error }) }] : []
  })
}
