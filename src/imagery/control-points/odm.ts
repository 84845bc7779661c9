// Files of OpenDroneMap, whose first line is a coordinate system (docs.opendronemap.org: gcp, geo).
import { FIXED } from '../photos/position-error.ts'
import type { FileCrs } from '../plot-files/file-crs.ts'
import { readNumber } from '../tables/read-number.ts'
import { type ControlPointSource, isImageName, type Mark, type SourcePoint, sourceOf } from './control-point-source.ts'
import { readHeading } from './headings.ts'
import { unknownCrs } from './stated-crs.ts'

const IMAGE_THEN_LABEL = /^(.{1,255}?\.(?:jpe?g|tiff?|dng|png))(?:\s+(\S.*))?$/i

/**
 * Of the lines but that of the coordinate system, where it is known. Null where they are those of neither file. Where photos were taken,
 * is only read below a system: other tables begin with photos, too.
 */
export function readOdm(file: string, lines: readonly string[], crs: FileCrs | null): ControlPointSource | null {
  const [first = '', ...below] = lines
  const hasName = crs === null && !readGcpRow(first) && readHeading(first.split(BETWEEN)) === undefined
  const system = hasName ? unknownCrs(first) : crs
  return (crs && readGeo(file, lines, crs)) ?? readGcpList(file, hasName ? below : lines, system)
}

const BETWEEN = /[\s,;]+/

/** `image x y [z [three angles [across up]]]`: where photos were taken, and in metres how exactly. */
function readGeo(file: string, rows: readonly string[], crs: FileCrs): ControlPointSource | null {
  const points = rows.flatMap((row): SourcePoint[] => {
    const [, label, rest = ''] = IMAGE_THEN_LABEL.exec(row) ?? []
    const [x = Number.NaN, y = Number.NaN, z = Number.NaN, , , , across = 0, up = 0] = rest
      .split(/[\s,]+/)
      .map(readNumber)
    if (label === undefined || !Number.isFinite(x) || !Number.isFinite(y)) return []
    const error = { flag: across > 0 && up > 0 ? FIXED : null, across: across || null, up: up || null }
    return [{ label, x, y, z: Number.isNaN(z) ? null : z, error }]
  })
  if (points.length === 0 || points.length < rows.length / 2) return null
  const photos = points.map(({ label }) => label)
  return sourceOf(file, 'photo-positions', { points, photos, crs, skipped: rows.length - points.length })
}

/** `x y [z] column row image [label]`: a point of the ground in a photo. Points without a label are those of one place. */
function readGcpList(file: string, rows: readonly string[], crs: FileCrs | null): ControlPointSource | null {
  const points = new Map<string, SourcePoint>()
  const unnamed = new Map<string, string>()
  const marks: Mark[] = []
  for (const row of rows) {
    const found = readGcpRow(row)
    if (!found) continue
    const { x, y, z, column, line, photo } = found
    const place = `${x} ${y} ${z}`
    if (found.label === undefined && !unnamed.has(place)) unnamed.set(place, `Point ${unnamed.size + 1}`)
    const label = found.label ?? unnamed.get(place) ?? ''
    points.set(`${label} ${place}`, { label, x, y, z })
    marks.push({ label, photo, x: column, y: line })
  }
  if (marks.length === 0) return null
  return sourceOf(file, 'odm-gcp', { points: [...points.values()], marks, crs, skipped: rows.length - marks.length })
}

const isNumber = (part: string): boolean => /^[+-]?nan$/i.test(part) || !Number.isNaN(readNumber(part))

/** A row of a GCP list; undefined for what is none. */
export function readGcpRow(row: string) {
  const parts = row.split(/\s+/)
  const end = parts.findIndex((part) => !isNumber(part))
  // Old files have no height.
  const count = Math.min(end, 5)
  if (count < 4) return undefined
  const numbers = parts.slice(0, count).map(readNumber)
  const [x = Number.NaN, y = Number.NaN] = numbers
  const [column = Number.NaN, line = Number.NaN] = numbers.slice(-2)
  const z = count === 5 ? (numbers[2] ?? Number.NaN) : Number.NaN
  const [, photo, label] = IMAGE_THEN_LABEL.exec(parts.slice(count).join(' ')) ?? []
  if (photo === undefined || !isImageName(photo) || [x, y, column, line].some(Number.isNaN)) return undefined
  return { x, y, z: Number.isNaN(z) ? null : z, column, line, photo, label: label?.split(/\s+/)[0] }
}
