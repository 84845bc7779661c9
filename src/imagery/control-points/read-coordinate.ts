// Coordinates as people and surveyors' programs write them.
import { readNumber } from '../tables/read-number.ts'

export type Coordinate = {
  /** NaN for what is no number. Degrees, where it has them. */
  value: number
  /** By a letter for the direction. */
  axis: 'lat' | 'lon' | null
}

const CHARACTERS_MAX = 60

/** Degrees, minutes and seconds: 51°30'12.5"N, N 51 30 12.5, 51:30:12.5, -0d7m39s. */
const DEGREES = /^[\d.,+\-\s°:'′’"″”dms]+$/i
/** A small s at the end stands for seconds. */
const DIRECTION = /^[NSEWnew]|[NSEWnew]$/g
const BETWEEN = /[^\d.,+-]+/
const PART = /^\d{1,3}(?:[.,]\d{1,12})?$/

export function readCoordinate(cell: string): Coordinate {
  const text = cell.length > CHARACTERS_MAX ? '' : cell.trim()
  const value = readNumber(text)
  return Number.isNaN(value) ? readDegrees(text) : { value, axis: null }
}

const NONE: Coordinate = { value: Number.NaN, axis: null }

function readDegrees(text: string): Coordinate {
  const letters = text.match(DIRECTION) ?? []
  const rest = text.replace(DIRECTION, '').trim()
  const parts = rest
    .replace(/^[+-]/, '')
    .split(BETWEEN)
    .filter((part) => part !== '')
  if (letters.length > 1 || !DEGREES.test(rest) || parts.length > 3 || !parts.every((part) => PART.test(part)))
    return NONE
  const [degrees = Number.NaN, minutes = 0, seconds = 0] = parts.map((part) => Number(part.replace(',', '.')))
  const size = degrees + minutes / 60 + seconds / 3600
  if (!(size <= 180) || minutes >= 60 || seconds >= 60) return NONE
  const letter = letters[0]?.toUpperCase()
  const isNegative = rest.startsWith('-') || letter === 'S' || letter === 'W'
  const axis = letter === undefined ? null : letter === 'N' || letter === 'S' ? 'lat' : 'lon'
  return { value: isNegative ? -size : size, axis }
}
