// Which files of an archive may tell places, by their names, and what they say.
import { extensionOf } from '#domain/archive/file-types.ts'
import type { ControlPointFormat } from '#domain/flights.ts'
import { UnreadablePlots } from '../geojson/unreadable-plots.ts'
import { commonCrs } from '../plot-files/file-crs.ts'
import type { CrsOfEpsg } from '../rasters/crs.ts'
import { decodeTable } from '../tables/csv.ts'
import { readXlsx } from '../tables/xlsx.ts'
import { type ArchiveFile, type ControlPointSource, lastPart, sourceOf } from './control-point-source.ts'
import { crsOfFileName, takeCrsLine } from './crs-line.ts'
import { readMrk } from './dji-mrk.ts'
import { readMapFile } from './map-files.ts'
import { readMarksXml } from './marks-xml.ts'
import { readOdm } from './odm.ts'
import { readMarksTable, readSurvey } from './survey.ts'
import { rowsOf, textLinesOf } from './text-lines.ts'

const TEXTS = ['txt', 'csv', 'tsv', 'mrk']
const MAPS = ['kml', 'kmz', 'geojson', 'json', 'gpkg']
const READ = new Set([...TEXTS, ...MAPS, 'xml', 'p4d', 'xlsx'])
const GROUND_CONTROL = /gcp|control|marker|target|geo\.txt|passpunkt/i
/** Of these, a name alone is enough; other words are in names of other files, too. */
const SURELY_GROUND_CONTROL = /gcp|ground[ _-]?control|control[ _-]?point|passpunkt/i

/** Whether its own name says that it holds control points. */
export const isOfControlPoints = (name: string): boolean => SURELY_GROUND_CONTROL.test(lastPart(name))

/** Whether `recognise` needs the bytes of a file with this name. */
export const isToBeRead = (name: string): boolean => READ.has(extensionOf(lastPart(name)))

/** Those that most likely hold points come first. */
export const readingOrder = (name: string): number =>
  GROUND_CONTROL.test(lastPart(name)) ? 0 : TEXTS.includes(extensionOf(name)) ? 1 : 2

const BY_NAME: readonly (readonly [ControlPointFormat, RegExp])[] = [
  ['ppk', /(?:_ppkraw\.bin|^eventlog\.bin|\.(?:obs|nav|rtk|rtb|rtl|ubx|sbf|rnx|\d\d[onpg]))$/i],
  ['micasense', /(?:^diag\d*|^gpslog|^hostlog|^imu|^paramlog|^state)\.dat$/i],
  ['plot-boundaries', /\.shp$/i],
]

/** The format of a file of which the name says it, and that is not read. */
export const formatByName = (name: string): ControlPointFormat | undefined =>
  BY_NAME.find(([, pattern]) => pattern.test(lastPart(name)))?.[0]

const ROWS = { rows: 5000, columns: 60, characters: 4_000_000 }

/** Null for a file that tells no places. Throws nothing, whatever is in it. */
export function recognise({ name, bytes }: ArchiveFile, crsOfEpsg: CrsOfEpsg = commonCrs): ControlPointSource | null {
  const byName = formatByName(name)
  // Points of a shapefile are not read.
  if (byName === 'plot-boundaries' && isOfControlPoints(name)) return null
  if (byName) return sourceOf(name, byName)
  if (bytes === null || !isToBeRead(name)) return null
  const extension = extensionOf(lastPart(name))
  try {
    if (MAPS.includes(extension)) return readMapFile(name, bytes)
    if (extension === 'xml' || extension === 'p4d') return readMarksXml(name, decodeTable(bytes), crsOfEpsg)
    return extension === 'xlsx' ? readWorkbook(name, bytes, crsOfEpsg) : readText(name, bytes, crsOfEpsg)
  } catch (error) {
    if (error instanceof UnreadablePlots) return null
    throw error
  }
}

function readText(file: string, bytes: Uint8Array, crsOfEpsg: CrsOfEpsg): ControlPointSource | null {
  const text = textLinesOf(bytes)
  if (!text || text.lines.length === 0) return null
  const mrk = readMrk(file, text)
  if (mrk) return mrk
  const { crs, rest: lines } = takeCrsLine(text.lines, crsOfEpsg)
  const odm = readOdm(file, lines, crs)
  if (odm) return odm
  const { rows, separator } = rowsOf(lines)
  const table = { file, rows, comments: text.comments, separator, crs: crs ?? crsOfFileName(lastPart(file), crsOfEpsg) }
  return readMarksTable(table) ?? readSurvey(table, crsOfEpsg)
}

function readWorkbook(file: string, bytes: Uint8Array, crsOfEpsg: CrsOfEpsg): ControlPointSource | null {
  const all = rowsOfWorkbook(bytes)
  const lines = all.map((row) => row.filter((cell) => cell !== '').join(';'))
  const { crs, rest } = takeCrsLine(lines, crsOfEpsg)
  const isLeft = new Set(rest)
  const rows = all.filter((_, at) => isLeft.has(lines[at] ?? ''))
  const table = { file, rows, comments: [], separator: null, crs: crs ?? crsOfFileName(lastPart(file), crsOfEpsg) }
  return readMarksTable(table) ?? readSurvey(table, crsOfEpsg)
}

/** None of what is no workbook, or a damaged one. */
function rowsOfWorkbook(bytes: Uint8Array): string[][] {
  try {
    return readXlsx(bytes, ROWS).rows.filter((row) => row.some((cell) => cell.trim() !== ''))
  } catch {
    return []
  }
}
