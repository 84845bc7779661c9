// The line of a file that says the coordinate system of its points, above them or below.
import { commonCrs, type FileCrs } from '../plot-files/file-crs.ts'
import type { CrsOfEpsg } from '../rasters/crs.ts'
import { readHeading } from './headings.ts'
import { DEFINITION, ofCode, statedCrs } from './stated-crs.ts'

const LINES_ABOVE = 5
const BETWEEN = /[\s;|]+|,(?=\s|[^\d]|\d+\.)/
/** Nothing but a code, as programs of maps know it. */
const BARE_CODE = /^\d{4,5}$/

/** `rest` is without it, unless it is the heading, too. */
export function takeCrsLine(lines: readonly string[], crsOfEpsg: CrsOfEpsg): { crs: FileCrs | null; rest: string[] } {
  for (const [at, line] of lines.entries()) {
    if ((at >= LINES_ABOVE && at < lines.length - 1) || isRow(line)) continue
    const crs = statedCrs(line, crsOfEpsg) ?? (at === 0 ? ofBareCode(line, crsOfEpsg) : undefined)
    if (!crs) continue
    const isHeading = !DEFINITION.test(line) && readHeading(line.split(/[,;\t|]/)) !== undefined
    return { crs, rest: isHeading ? [...lines] : lines.filter((_, index) => index !== at) }
  }
  return { crs: null, rest: [...lines] }
}

/** Of a system, names have whole numbers, and definitions have others, too. */
const COORDINATE = /^[+-]?(?:\d+[.,]\d+|\d{6,8})$/
const isRow = (line: string): boolean =>
  !DEFINITION.test(line) && line.split(BETWEEN).filter((part) => COORDINATE.test(part)).length > 1

function ofBareCode(line: string, crsOfEpsg: CrsOfEpsg): FileCrs | undefined {
  const code = BARE_CODE.test(line) ? Number(line) : Number.NaN
  return crsOfEpsg(code) ? ofCode(code, crsOfEpsg) : undefined
}

const CODE_IN_NAME = /epsg[ _-]?(\d{4,5})(?!\d)/i

/** A file that is named by its code. */
export function crsOfFileName(name: string, crsOfEpsg: CrsOfEpsg = commonCrs): FileCrs | null {
  const [, code] = CODE_IN_NAME.exec(name) ?? []
  return code === undefined ? null : ofCode(Number(code), crsOfEpsg)
}
