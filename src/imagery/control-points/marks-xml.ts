// Markers of Agisoft Metashape, and marks of Pix4D, as XML.
import type { FileCrs } from '../plot-files/file-crs.ts'
import type { CrsOfEpsg } from '../rasters/crs.ts'
import { readNumber } from '../tables/read-number.ts'
import { readXml, STOP } from '../xml/read-xml.ts'
import {
  type ControlPointSource,
  isImageName,
  lastPart,
  type Mark,
  type SourcePoint,
  sourceOf,
} from './control-point-source.ts'
import { statedCrs } from './stated-crs.ts'

type Attributes = Readonly<Record<string, string>>

const MARKS_MAX = 50_000
const DEPTH_MAX = 50
const CRS_CHARACTERS_MAX = 4000

/** Null when there is neither a point nor a mark in it. */
export function readMarksXml(file: string, xml: string, crsOfEpsg: CrsOfEpsg): ControlPointSource | null {
  return readMarkers(file, xml, crsOfEpsg) ?? readPix4dMarks(file, xml)
}

const numberIn = (attributes: Attributes, name: string): number => readNumber(attributes[name] ?? '')

/** Markers have places in a list of the chunk, and marks in each frame. */
function readMarkers(file: string, xml: string, crsOfEpsg: CrsOfEpsg): ControlPointSource | null {
  const cameras = new Map<string, string>()
  const markers = new Map<string, string>()
  const points: SourcePoint[] = []
  const marks: { marker: string; camera: string; x: number; y: number }[] = []
  let [marker, words, isReference] = ['', '', false]
  let crs: FileCrs | undefined
  const opened: Record<string, (attributes: Attributes) => void> = {
    camera: ({ id, label }) => id !== undefined && cameras.set(id, label ?? ''),
    marker: ({ id, label, marker_id: ofFrame }) => {
      marker = id ?? ofFrame ?? ''
      if (id !== undefined) markers.set(id, label ?? id)
    },
    reference: (attributes) => {
      ;[isReference, words] = [true, '']
      const [x, y, z] = [numberIn(attributes, 'x'), numberIn(attributes, 'y'), numberIn(attributes, 'z')]
      if (marker === '' || !Number.isFinite(x) || !Number.isFinite(y)) return
      points.push({ label: markers.get(marker) ?? marker, x, y, z: Number.isFinite(z) ? z : null })
    },
    location: (attributes) => {
      const [x, y] = [numberIn(attributes, 'x'), numberIn(attributes, 'y')]
      if (marker !== '' && !Number.isNaN(x + y)) marks.push({ marker, camera: attributes['camera_id'] ?? '', x, y })
    },
  }
  const open = (name: string, attributes: Attributes) => {
    if (Object.hasOwn(opened, name)) opened[name]?.(attributes)
    return points.length + marks.length + cameras.size > MARKS_MAX ? STOP : undefined
  }
  const close = (name: string) => {
    if (name === 'marker') marker = ''
    if (name !== 'reference') return
    isReference = false
    crs ??= words.trim() === '' ? undefined : statedCrs(words, crsOfEpsg)
  }
  const text = (part: string) => {
    if (isReference && words.length < CRS_CHARACTERS_MAX) words += part
  }
  readXml(xml, { open, text, close })
  if (markers.size === 0 || points.length + marks.length === 0) return null
  return sourceOf(file, 'agisoft-markers', {
    points,
    marks: marks.map(({ marker: id, camera, ...place }) => ({
      label: markers.get(id) ?? id,
      photo: cameras.get(camera) ?? '',
      ...place,
    })),
    crs: crs ?? null,
  })
}

const PHOTO_ATTRIBUTES = ['path', 'image', 'imagename', 'filename', 'name', 'photo']
const LABEL_ATTRIBUTES = ['gcplabel', 'gcpname', 'label', 'gcp', 'name']

/** A mark is an element with a place, in or around one that names a photo, with the label of a point. */
function readPix4dMarks(file: string, xml: string): ControlPointSource | null {
  const marks: Mark[] = []
  const around: { photo: string | undefined; label: string | undefined }[] = []
  const open = (_name: string, written: Attributes) => {
    const attributes: Attributes = Object.fromEntries(
      Object.entries(written).map(([name, value]) => [name.toLowerCase(), value]),
    )
    const valueOf = (names: readonly string[], isWanted: (value: string) => boolean) =>
      names.flatMap((name) => attributes[name] ?? []).find((value) => value !== '' && isWanted(value))
    const own = {
      photo: valueOf(PHOTO_ATTRIBUTES, isImageName),
      label: valueOf(LABEL_ATTRIBUTES, (value) => !isImageName(value)),
    }
    around.push(own)
    if (around.length > DEPTH_MAX) return STOP
    const photo = around.findLast((one) => one.photo !== undefined)?.photo
    const label = around.findLast((one) => one.label !== undefined)?.label
    const [x, y] = [numberIn(attributes, 'x'), numberIn(attributes, 'y')]
    if (photo !== undefined && label !== undefined && !Number.isNaN(x + y))
      marks.push({ label, photo: lastPart(photo), x, y })
    return marks.length > MARKS_MAX ? STOP : undefined
  }
  readXml(xml, { open, close: () => around.pop() })
  return marks.length === 0 ? null : sourceOf(file, 'pix4d-marks', { marks })
}
