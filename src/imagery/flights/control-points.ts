// What the files beside the photos tell of places.
import { parseEntryName } from '#domain/archive/entry-names.ts'
import type { FlightAnswers } from '#domain/flights.ts'
import { type ArchiveFile, type ControlPointSource, lastPart } from '../control-points/control-point-source.ts'
import { type PhotoArea, photoAreaOf } from '../control-points/photo-area.ts'
import { type PlacedFile, placeFile } from '../control-points/place-points.ts'
import { isOfControlPoints, recognise } from '../control-points/recognise.ts'
import { commonCrs } from '../plot-files/file-crs.ts'
import type { CrsOfEpsg } from '../rasters/crs.ts'
import { isNowhere, type ReadPhoto } from './main-set.ts'

export type ControlPoints = {
  files: PlacedFile[]
  /** Around the photos; null where these have no positions. */
  area: PhotoArea | null
  /** Files that could not be read, and those with the name of one of control points in which there is none. */
  unread: ArchiveFile[]
  /** How many photos a point of a file is marked in. */
  photosOf: CountPhotos
}

type Stated = { entered: FlightAnswers['controlPointsEpsg']; crsOfEpsg?: CrsOfEpsg | undefined }

/** Points of ground come first, files that only a program of the maker reads last. */
const LAST = ['photo-positions', 'dji-mrk', 'plot-boundaries', 'flight-plan', 'micasense', 'ppk']

export function controlPointsOf(
  files: readonly ArchiveFile[],
  read: readonly ReadPhoto[],
  { entered, crsOfEpsg = commonCrs }: Stated,
): ControlPoints {
  const area = photoAreaOf(
    read.flatMap(({ photo: { position } }) => (position && !isNowhere(position) ? [position] : [])),
  )
  const sources = files.map((file) => ({ file, source: recognise(file, crsOfEpsg) }))
  const photosOf = countMarks(sources.flatMap(({ source }) => source ?? []))
  const placed = sources.flatMap(({ source }) => {
    if (!source) return []
    const epsg = entered.find(({ file }) => file === source.file)?.epsg
    const file = placeFile(source, { entered: epsg, area, crsOfEpsg, photosOf: (label) => photosOf(source, label) })
    return source.isCertain || epsg !== undefined || liesAmongPhotos(file, area) ? [file] : []
  })
  return {
    files: placed.sort((one, other) => LAST.indexOf(one.source.format) - LAST.indexOf(other.source.format)),
    area,
    unread: unreadOf(sources),
    photosOf,
  }
}

type Recognised = { file: ArchiveFile; source: ControlPointSource | null }

/** Named by itself; or by its folder, unless another file there has points. */
function unreadOf(all: readonly Recognised[]): ArchiveFile[] {
  const hasPoints = all.some(({ source }) => source !== null && source.points.length > 0)
  const isNamed = ({ name }: ArchiveFile): boolean =>
    isOfControlPoints(name) || (!hasPoints && parseEntryName(name).isGcpFile)
  return all.flatMap(({ file, source }) => (source === null && (file.bytes === null || isNamed(file)) ? [file] : []))
}

const NEAR_METRES = 500

export function liesAmongPhotos({ points }: PlacedFile, area: PhotoArea | null): boolean {
  const near = points.slice(0, 200).map((point) => area !== null && area.distanceTo(point) <= NEAR_METRES)
  return near.filter(Boolean).length > near.length / 2
}

type CountPhotos = (of: ControlPointSource, label: string) => number

/** By the marks of the file itself, and of those that have nothing but marks. */
function countMarks(sources: readonly ControlPointSource[]): CountPhotos {
  const marksOnly = photosByLabel(sources.filter(({ points }) => points.length === 0))
  const ofEach = new Map(sources.map((source) => [source, photosByLabel([source])]))
  return (source, label) => new Set([...(ofEach.get(source)?.get(label) ?? []), ...(marksOnly.get(label) ?? [])]).size
}

function photosByLabel(sources: readonly ControlPointSource[]): Map<string, Set<string>> {
  const photos = new Map<string, Set<string>>()
  for (const { label, photo } of sources.flatMap(({ marks }) => marks)) {
    const known = photos.get(label) ?? new Set()
    photos.set(label, known.add(lastPart(photo).toLowerCase()))
  }
  return photos
}
