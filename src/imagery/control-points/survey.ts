// Tables of points: of surveyors' programs, Pix4D, Agisoft Metashape, or typed by hand.
import type { FileCrs } from '../plot-files/file-crs.ts'
import type { CrsOfEpsg } from '../rasters/crs.ts'
import { readNumber } from '../tables/read-number.ts'
import {
  type Axes,
  type ControlPointSource,
  isImageName,
  lastPart,
  type SourcePoint,
  sourceOf,
} from './control-point-source.ts'
import { type Heading, isOfAgisoft, readHeading } from './headings.ts'
import { type Coordinate, readCoordinate } from './read-coordinate.ts'
import { DEFINITION, statedCrs, unknownCrs } from './stated-crs.ts'
import type { Separator } from './text-lines.ts'

export type Table = {
  file: string
  rows: readonly (readonly string[])[]
  comments: readonly string[]
  separator: Separator | null
  /** By a line of its own, or the name of the file. */
  crs: FileCrs | null
}

/** Rows above a heading, such as titles. */
const TITLE_ROWS_MAX = 5
/** A longer table without the name of one is no list of control points. */
const ROWS_MAX = 500
const GROUND_CONTROL = /gcp|control|marker|target|passpunkt/i

/** Null for a table without places. */
export function readSurvey(table: Table, crsOfEpsg: CrsOfEpsg): ControlPointSource | null {
  const { rows, comments, separator } = table
  const inComment = comments.flatMap((comment) => statedCrs(comment, crsOfEpsg) ?? [])[0]
  // Words of a definition are no heading.
  const inComments = comments
    .filter((comment) => !DEFINITION.test(comment))
    .map((comment) => comment.split(separator ?? ',').map((cell) => cell.trim()))
  const above = [...inComments, ...rows.slice(0, TITLE_ROWS_MAX)]
  const headed = above.flatMap((cells) => {
    const heading = readHeading(cells)
    return heading ? [{ cells, heading }] : []
  })[0]
  if (!headed) return withCrs(readHeadless(table), inComment ?? table.crs)
  const body = rows.slice(rows.indexOf(headed.cells) + 1)
  const crs = inComment ?? table.crs ?? crsInColumn(body, headed.heading, crsOfEpsg)
  return withCrs(readHeaded(table, { ...headed, body, crs }), crs)
}

const withCrs = (found: ControlPointSource | null, crs: FileCrs | null): ControlPointSource | null =>
  found && { ...found, crs }

/** Where all rows name one. */
function crsInColumn(body: Headed['body'], { columns }: Heading, crsOfEpsg: CrsOfEpsg): FileCrs | null {
  const [name = '', ...others] = new Set(body.map((row) => cellOf(row, columns.crs)).filter((cell) => cell !== ''))
  if (name === '' || others.length > 0) return null
  return statedCrs(/^\d+$/.test(name) ? `EPSG:${name}` : name, crsOfEpsg) ?? unknownCrs(name)
}

type Headed = {
  cells: readonly string[]
  heading: Heading
  body: readonly (readonly string[])[]
  crs: FileCrs | null
}

const cellOf = (row: readonly string[], at: number | undefined): string => (at === undefined ? '' : (row[at] ?? ''))

function readHeaded({ file }: Table, { cells, heading, body, crs }: Headed): ControlPointSource | null {
  const { columns, metresPerUnit, heightMetres, isOfPlots } = heading
  const isNamed = GROUND_CONTROL.test(file)
  if (isOfPlots && !isNamed) return null
  // Beside degrees, columns of metres count where their system is known.
  const hasMetres = columns.x !== undefined && columns.y !== undefined && crs?.crs?.metresPerUnit != null
  const isByWords = columns.lat !== undefined && columns.lon !== undefined && !hasMetres
  const [first, second] = isByWords ? [columns.lon, columns.lat] : [columns.x ?? columns.lon, columns.y ?? columns.lat]
  const labelled = columns.label ?? freeColumn(columns)
  const found = body.map((row, at) => {
    const [x, y] = [readCoordinate(cellOf(row, first)), readCoordinate(cellOf(row, second))]
    const z = readNumber(cellOf(row, columns.z)) * heightMetres
    const label = cellOf(row, labelled) || String(at + 1)
    return { photo: cellOf(row, columns.photo), point: pointOf(label, [x, y], z) }
  })
  const points = found.flatMap(({ point }) => point ?? [])
  if (points.length === 0) return null
  const skipped = body.length - points.length
  const photos = found
    .map(({ photo, point }) => (isImageName(photo) ? photo : (point?.label ?? '')))
    .filter(isImageName)
  const isDegrees = isByWords && points.every(({ x, y }) => Math.abs(x) <= 180 && Math.abs(y) <= 90)
  if (photos.length > points.length / 2)
    return sourceOf(file, 'photo-positions', { points, photos: photos.map(lastPart), isDegrees, skipped })
  const isSure = isByWords || cells.some((cell) => /east|north|rechts|hoch/i.test(cell))
  return sourceOf(file, isOfAgisoft(cells) ? 'agisoft-reference' : 'survey', {
    points,
    isDegrees,
    metresPerUnit: isByWords ? null : metresPerUnit,
    skipped,
    isCertain: isNamed || (isSure && points.length <= ROWS_MAX) || isOfAgisoft(cells),
  })
}

/** The first column names the points where no word says so and it holds nothing else. */
const freeColumn = (columns: Heading['columns']): number | undefined =>
  Object.values(columns).includes(0) ? undefined : 0

function pointOf(label: string, [x, y]: readonly [Coordinate, Coordinate], z: number): SourcePoint | undefined {
  if (!Number.isFinite(x.value) || !Number.isFinite(y.value)) return undefined
  const isTurned = x.axis === 'lat' || y.axis === 'lon'
  const [east, north] = isTurned ? [y.value, x.value] : [x.value, y.value]
  return { label, x: east, y: north, z: Number.isFinite(z) ? z : null }
}

/** The label is the first column where it is no number, or where three numbers follow. */
function readHeadless({ file, rows: all, separator }: Table): ControlPointSource | null {
  const isNamed = GROUND_CONTROL.test(file)
  const above = isNamed ? TITLE_ROWS_MAX : 1
  const first = all.slice(0, above).findIndex((row) => columnsOf(row) !== undefined)
  const rows = all.slice(Math.max(0, first))
  const [start = []] = rows
  const { numbers, at, hasLabel } = columnsOf(start) ?? {}
  if (!numbers || at === undefined) return null
  const found = rows.map((row, index) => {
    const [x, y] = [readCoordinate(row[at] ?? ''), readCoordinate(row[at + 1] ?? '')]
    return pointOf((hasLabel && row[0]) || String(index + 1), [x, y], readNumber(row[at + 2] ?? ''))
  })
  const points = found.flatMap((point) => point ?? [])
  if (points.length < rows.length / 2 || points.length > ROWS_MAX) return null
  const common = { points, skipped: rows.length - points.length, isCertain: isNamed }
  if (points.every(({ label }) => isImageName(label)))
    return sourceOf(file, 'photo-positions', {
      ...common,
      photos: points.map(({ label }) => lastPart(label)),
      axes: 'unknown',
    })
  const isByLetters = [numbers[at]?.axis, numbers[at + 1]?.axis].some(Boolean)
  const isOfPix4d = hasLabel && separator === ',' && [4, 6].includes(start.length)
  const axes: Axes = isByLetters ? 'east-first' : isOfPix4d ? 'by-crs' : 'unknown'
  return sourceOf(file, isOfPix4d ? 'pix4d-gcp' : 'survey', { ...common, axes, isDegrees: isByLetters })
}

/** Where its coordinates begin; undefined without two numbers there. */
function columnsOf(row: readonly string[]) {
  const numbers = row.map((cell) => readCoordinate(cell))
  const isNumber = (at: number) => Number.isFinite(numbers[at]?.value)
  const hasLabel = !isNumber(0) || (/^\d{1,6}$/.test(row[0] ?? '') && isNumber(1) && isNumber(2))
  const at = hasLabel ? 1 : 0
  return isNumber(at) && isNumber(at + 1) ? { numbers, at, hasLabel } : undefined
}

/** `image, point, column, row [, scale]`, with or without a heading; null for another table. */
export function readMarksTable({ file, rows }: Table): ControlPointSource | null {
  const body = isImageName(rows[0]?.[0] ?? '') ? rows : rows.slice(1)
  const read = body.flatMap(([photo = '', label = '', x = '', y = '']) => {
    const [column, line] = [readNumber(x), readNumber(y)]
    return isImageName(photo) && label !== '' && !Number.isNaN(column + line)
      ? [{ photo: lastPart(photo), label, x: column, y: line }]
      : []
  })
  // A table of positions has a number with decimals there.
  const isOfMarks = read.every(({ label }) => /^\d{1,6}$/.test(label) || Number.isNaN(readNumber(label)))
  if (read.length === 0 || read.length < body.length / 2 || !isOfMarks) return null
  return sourceOf(file, 'pix4d-marks', { marks: read, skipped: body.length - read.length })
}
