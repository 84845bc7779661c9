// The file of ground control points that a node takes, with the flat names of photos.

import { lastPart } from '#imagery/control-points/control-point-source.ts'
import { readGcpRow } from '#imagery/control-points/odm.ts'
import { recognise } from '#imagery/control-points/recognise.ts'
import { textLinesOf } from '#imagery/control-points/text-lines.ts'
import type { FileCrs } from '#imagery/plot-files/file-crs.ts'
import { crsOfEpsg } from '#server/compute/crs/crs-of-epsg.ts'
import type { EngineFile } from '../engine.ts'

const POINTS_MIN = 3
/** With fewer photos, a point says nothing. */
const PHOTOS_MIN = 2
const NAME = 'gcp_list.txt'

export type GcpChoice = {
  /** Null where none is usable. */
  file: EngineFile | null
  /** What became of each file, for people. */
  notes: string[]
}

/** `flat` are the names at the node of photos by their names. */
export function chooseGcpFile(files: readonly EngineFile[], flat: ReadonlyMap<string, string>): GcpChoice {
  const notes: string[] = []
  let chosen: EngineFile | null = null
  const find = createFinder(flat)
  for (const file of files) {
    const read: Rewritten | string = chosen ? 'it is not used beside another one' : rewrite(file, find)
    if (typeof read === 'string') notes.push(`${file.name} is not sent: ${read}.`)
    else {
      chosen = { name: NAME, content: new TextEncoder().encode(`${read.lines.join('\n')}\n`) }
      const left =
        read.leftOut > 0 ? `, without ${read.leftOut} rows whose photo is not in this archive or not unique` : ''
      notes.push(`${file.name} is sent: ${read.points} ground control points${left}.`)
    }
  }
  return { file: chosen, notes }
}

type Rewritten = { lines: string[]; points: number; leftOut: number }

function rewrite({ name, content }: EngineFile, find: Finder): Rewritten | string {
  const source = recognise({ name, bytes: content }, crsOfEpsg)
  if (source?.format !== 'odm-gcp')
    return source
      ? 'nodes take marks in photos as gcp_list.txt of OpenDroneMap only'
      : 'it is no list of ground control points'
  const system = systemFor(source.crs)
  if (system === undefined)
    return 'nodes do not know its coordinate system. Write one such as EPSG:32632 as its first line'
  const lines = [system]
  const photos = new Map<string, Set<string>>()
  let leftOut = 0
  for (const row of textLinesOf(content)?.lines ?? []) {
    const read = readGcpRow(row)
    if (!read) continue
    const photo = find(read.photo)
    if (!photo) {
      leftOut += 1
      continue
    }
    const { x, y, z, column, line, label } = read
    const place = `${x} ${y} ${z ?? 'NaN'}`
    lines.push(`${place} ${column} ${line} ${photo}${label === undefined ? '' : ` ${label}`}`)
    photos.set(place, (photos.get(place) ?? new Set()).add(photo))
  }
  const points = [...photos.values()].filter(({ size }) => size >= PHOTOS_MIN).length
  if (points < POINTS_MIN)
    return `${points} of its points are marked in ${PHOTOS_MIN} or more photos of this archive, and ${POINTS_MIN} are needed`
  return { lines, points, leftOut }
}

/** As OpenDroneMap reads it, wherever and however the file says it. */
function systemFor(crs: FileCrs | null): string | undefined {
  if (!crs) return undefined
  if (crs.epsg !== null) return `EPSG:${crs.epsg}`
  return crs.name.startsWith('+proj') && crs.crs ? crs.name : undefined
}

type Finder = (photo: string) => string | undefined

/** By the whole name, or by its last part where only one photo has that. */
function createFinder(flat: ReadonlyMap<string, string>): Finder {
  const whole = new Map([...flat].map(([name, at]) => [name.toLowerCase(), at]))
  const last = Map.groupBy(flat, ([name]) => lastPart(name).toLowerCase())
  return (photo) => {
    const found = whole.get(photo.replaceAll('\\', '/').toLowerCase())
    const alike = last.get(lastPart(photo).toLowerCase()) ?? []
    return found ?? (alike.length === 1 ? alike[0]?.[1] : undefined)
  }
}
