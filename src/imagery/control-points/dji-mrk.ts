// Positions that a drone of DJI noted for its photos, for PPK: one line each (DJI: _Timestamp.MRK).

import { FIXED } from '../photos/position-error.ts'
import { commonCrs } from '../plot-files/file-crs.ts'
import { type ControlPointSource, type SourcePoint, sourceOf } from './control-point-source.ts'
import { ofCode } from './stated-crs.ts'
import type { TextLines } from './text-lines.ts'

const START = /^\s*(\d{1,9})\s+[\d.]{1,20}\s+\[\d{1,6}\]/
/** What a number is, is written behind it: drones differ in the order. */
const VALUE = /([+-]?\d{1,12}(?:\.\d{1,20})?)\s*,\s*(Lat|Lon|Ellh|Q)\b/gi
/** Deviations to the north, to the east and up, in metres. */
const DEVIATIONS = /,\s*Ellh\s+(\d{1,6}\.\d{1,12}),\s*(\d{1,6}\.\d{1,12}),\s*(\d{1,6}\.\d{1,12})/i

/** Null when no line is one of such a file. */
export function readMrk(file: string, { lines }: TextLines): ControlPointSource | null {
  const points: SourcePoint[] = []
  let fixed = 0
  for (const line of lines) {
    const [, number = ''] = START.exec(line) ?? []
    const values = new Map([...line.matchAll(VALUE)].map(([, value, name = '']) => [name.toLowerCase(), Number(value)]))
    const [x, y] = [values.get('lon'), values.get('lat')]
    if (number === '' || x === undefined || y === undefined) continue
    const flag = values.get('q') ?? null
    const [, north = '', east = '', up = ''] = DEVIATIONS.exec(line) ?? []
    const error = { flag, across: Math.max(Number(north), Number(east)) || null, up: Number(up) || null }
    points.push({ label: number, x, y, z: values.get('ellh') ?? null, error })
    if (flag === FIXED) fixed += 1
  }
  if (points.length === 0) return null
  const skipped = lines.length - points.length
  return sourceOf(file, 'dji-mrk', { points, fixed, skipped, crs: ofCode(4326, commonCrs), isDegrees: true })
}
