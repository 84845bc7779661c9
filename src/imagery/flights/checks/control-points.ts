// Whether the points of the ground are enough, in the right place, and at the right height.
import type { ControlPointFormat } from '#domain/flights.ts'
import { counted } from '#domain/units.ts'
import { type ArchiveFile, lastPart } from '../../control-points/control-point-source.ts'
import type { PlacedFile } from '../../control-points/place-points.ts'
import { principalVariances } from '../../numbers/principal-variances.ts'
import { liesAmongPhotos } from '../control-points.ts'
import { quantile } from '../lines.ts'
import { metresAround } from '../local-metres.ts'
import { type Check, combined, listed, type Said, shownName } from './check.ts'

const OF_GROUND = new Set<ControlPointFormat>([
  'odm-gcp',
  'pix4d-gcp',
  'agisoft-reference',
  'agisoft-markers',
  'survey',
])
/** Of the ground. */
export const hasPoints = ({ source }: PlacedFile): boolean => OF_GROUND.has(source.format) && source.points.length > 0
export const fileText = ({ source }: PlacedFile): string => shownName(lastPart(source.file))

const [POINTS_MIN, POINTS_BETTER] = [3, 5]
/** Of the width of the points by their length. */
const NARROW = 0.1
const MARGIN_METRES = 100

export const controlPoints: Check = ({ controlPoints: { files, area, unread }, geometry }) => {
  const margin = geometry.heightMetres ?? MARGIN_METRES
  const said = files
    .filter(hasPoints)
    .flatMap((file) => [
      ...countSaid(file),
      ...labelsSaid(file),
      ...shapeSaid(file),
      ...(area ? outsideSaid(file, (point) => area.distanceTo(point) > margin) : []),
      ...readingSaid(file),
    ])
  return combined('control-points', [...said, ...unread.map(unreadSaid)])
}

const unreadSaid = ({ name, bytes }: ArchiveFile): Said => {
  const file = shownName(lastPart(name))
  const text =
    bytes === null
      ? `${file} can't be read. Send it as CSV, TXT or XLSX of at most 4 MB.`
      : `${file} has the name of a file of control points, and no points were found in it. Write a point in each row: its name, east, north and height, below a line with the coordinate system, such as EPSG:32632.`
  return { severity: 'warn', text }
}

/** Files list a point once for each program that measured it, so names count. */
const labelsOf = ({ source }: PlacedFile): Map<string, PlacedFile['source']['points']> =>
  Map.groupBy(source.points, ({ label }) => label)

function countSaid(file: PlacedFile): Said[] {
  const count = labelsOf(file).size
  const points = `${fileText(file)} has ${count} ${count === 1 ? 'control point' : 'control points'}.`
  if (count < POINTS_MIN)
    return [
      { severity: 'warn', text: `${points} At least ${POINTS_MIN} are needed, or they are not used. Add the others.` },
    ]
  if (count >= POINTS_BETTER) return []
  return [{ severity: 'inform', text: `${points} With ${POINTS_BETTER} or more, an error in one of them is seen.` }]
}

function labelsSaid(file: PlacedFile): Said[] {
  const twice = [...labelsOf(file)].filter(([, points]) => points.length > 1).map(([label]) => label)
  if (twice.length === 0) return []
  const text = `In ${fileText(file)}, ${listed(twice)} ${twice.length === 1 ? 'has' : 'have'} more than one place. Give each point a name of its own.`
  return [{ severity: 'warn', text }]
}

function shapeSaid(file: PlacedFile): Said[] {
  const [first] = file.points
  const heights = file.source.points.map(({ z }) => z)
  const said: Said[] = []
  if (heights.every((z) => z === 0)) {
    const text = `All points of ${fileText(file)} have the height 0. A map would be bent to it: enter their heights, or leave the column out.`
    said.push({ severity: 'warn', text })
  }
  if (!first || file.points.length < POINTS_MIN) return said
  const { toMetres } = metresAround(first)
  const places = file.points.map(toMetres)
  if (widthByLength(places) < NARROW) {
    const text = `The points of ${fileText(file)} lie nearly on one line, so the map can tilt around it. Add points at both sides.`
    said.push({ severity: 'warn', text })
  }
  return said
}

function widthByLength(places: readonly { east: number; north: number }[]): number {
  const { along, across } = principalVariances(places)
  return along === 0 ? 0 : Math.sqrt(across / along)
}

function outsideSaid(file: PlacedFile, isOutside: (point: PlacedFile['points'][number]) => boolean): Said[] {
  const outside = file.points.filter(isOutside)
  if (outside.length === 0) return []
  const isAll = outside.length === file.points.length
  const which = isAll
    ? `All points of ${fileText(file)}`
    : `In ${fileText(file)}, ${listed(outside.map(({ label }) => label))}`
  const verb = isAll || outside.length > 1 ? 'lie' : 'lies'
  const advice = isAll
    ? 'Check the coordinate system, and that the file belongs to this flight.'
    : 'Points that no photo shows are not used. Check their coordinates.'
  return [{ severity: 'warn', text: `${which} ${verb} outside the ground that the photos show. ${advice}` }]
}

function readingSaid(file: PlacedFile): Said[] {
  const { skipped } = file.source
  if (skipped === 0) return []
  const text = `${counted(skipped, 'row')} of ${fileText(file)} can't be read. Check that each has a name and numbers.`
  return [{ severity: 'warn', text }]
}

export const controlPointsCrs: Check = ({ controlPoints: { files } }) =>
  combined('control-points-crs', files.filter(({ source }) => source.points.length > 0).flatMap(crsSaid))

function crsSaid(file: PlacedFile): Said[] {
  const { found, isTurned, source, points } = file
  const name = fileText(file)
  const said: Said[] = []
  // Of a system that is not known by its words.
  const words = source.crs?.crs || source.crs?.epsg != null ? undefined : source.crs?.name
  const why =
    words === undefined
      ? `${name} does not say its coordinate system`
      : `${name} calls its coordinate system ${shownName(words)}, which is not known here`
  if (found.crsSource === null)
    said.push({
      severity: 'warn',
      text: `${why}, and none puts its points among the photos. Enter its EPSG code.`,
    })
  if (found.crsSource === 'proposed')
    said.push({
      severity: 'warn',
      text: `${why}. ${found.crs} (EPSG:${found.epsg}) is proposed${source.isDegrees ? '' : ', because it puts the points among the photos'}. Confirm it, or enter another.`,
    })
  if (found.crsSource !== null && found.crsSource !== 'proposed' && points.length === 0)
    said.push({
      severity: 'warn',
      text: `The coordinate system of ${name}, ${shownName(found.crs ?? '')}, does not give its points a place on Earth. Check it and the coordinates.`,
    })
  if (isTurned)
    said.push({
      severity: 'warn',
      text: `In ${name}, east and north seem to be exchanged: only so the points lie among the photos. Exchange the columns.`,
    })
  return said
}

/** Between the ellipsoid and the sea level there are up to 110 m, mostly 20 to 50. */
const GEOID_METRES = { min: 20, max: 110 }
const SPREAD_METRES = 10

export const controlPointsHeights: Check = ({ controlPoints: { files, area }, read }) => {
  const grounds = read.flatMap(({ photo: { position, relativeAltitude } }) =>
    position?.altitude == null || relativeAltitude === null ? [] : [position.altitude - relativeAltitude],
  )
  if (grounds.length === 0) return undefined
  const ground = quantile(grounds, 0.5)
  const among = files.filter((file) => hasPoints(file) && liesAmongPhotos(file, area))
  const said = among.flatMap((file): Said[] => {
    const heights = file.source.points.flatMap(({ z }) => (z === null ? [] : [z]))
    if (heights.every((height) => height === 0)) return []
    const offset = quantile(heights, 0.5) - ground
    const spread = quantile(heights, 0.9) - quantile(heights, 0.1)
    if (Math.abs(offset) < GEOID_METRES.min) return []
    const text = `The points of ${fileText(file)} are ${Math.round(Math.abs(offset))} m ${offset > 0 ? 'higher' : 'lower'} than the ground by the photos.`
    const isOfGeoid = Math.abs(offset) <= GEOID_METRES.max && spread <= SPREAD_METRES
    const why = isOfGeoid
      ? 'One may be above the ellipsoid and the other above the sea. Tell us which the points are; heights of plants are not changed by it.'
      : 'Check whether they are feet, or of another place.'
    return [{ severity: 'warn', text: `${text} ${why}` }]
  })
  return combined('control-points-heights', said)
}
