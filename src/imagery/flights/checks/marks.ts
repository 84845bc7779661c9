// Whether the points are marked in photos, and whether lists of photos fit the photos.
import { lastPart, type Mark } from '../../control-points/control-point-source.ts'
import type { PlacedFile } from '../../control-points/place-points.ts'
import type { ArchivePhoto } from '../archive-photos.ts'
import { captureOf } from './bands.ts'
import { type Check, combined, listed, photosText, type Said } from './check.ts'
import { fileText, hasPoints } from './control-points.ts'

const PHOTOS_MIN = 3

/** Photos by their names in small letters, with and without the ending: some programs leave it out. */
function photosByName(photos: readonly ArchivePhoto[]): Map<string, ArchivePhoto> {
  const found = new Map<string, ArchivePhoto>()
  for (const photo of photos) {
    const name = lastPart(photo.name).toLowerCase()
    const stem = name.replace(/\.[^.]*$/, '')
    if (!found.has(name)) found.set(name, photo)
    if (!found.has(stem)) found.set(stem, photo)
  }
  return found
}

export const controlPointsMarks: Check = ({ controlPoints: { files, photosOf }, photos }) => {
  const byName = photosByName(photos)
  const of = files.filter(({ source }) => source.marks.length > 0)
  const marked = of.flatMap((file) => marksSaid(file, byName))
  const points = files.filter(hasPoints)
  const said = points.flatMap((file) => pointsSaid(file, (label) => photosOf(file.source, label)))
  const known = new Set(points.flatMap(({ source }) => source.points.map(({ label }) => label)))
  const alone = of.flatMap(({ source }) =>
    source.marks.filter(({ label }) => !known.has(label)).map(({ label }) => label),
  )
  if (alone.length > 0)
    said.push({
      severity: 'warn',
      text: `No file gives ${listed([...new Set(alone)])} a place on the ground. Send the coordinates of these points, too.`,
    })
  return combined('control-points-marks', [...marked, ...said])
}

function marksSaid(file: PlacedFile, byName: ReadonlyMap<string, ArchivePhoto>): Said[] {
  const name = fileText(file)
  const marks = file.source.marks.map((mark) => ({ ...mark, found: byName.get(lastPart(mark.photo).toLowerCase()) }))
  const missing = [...new Set(marks.filter(({ found }) => !found).map(({ photo }) => photo))]
  const otherCase = [
    ...new Set(marks.filter(({ photo, found }) => found && !isWritten(found, photo)).map(({ photo }) => photo)),
  ]
  const outside = marks.filter((mark) => mark.found && isOutside(mark, mark.found))
  const said: Said[] = []
  if (missing.length > 0) {
    const isAll = missing.length === new Set(marks.map(({ photo }) => photo)).size
    const text = `${isAll ? 'None of the photos' : photosText(missing.length)} in ${name} ${isAll || missing.length === 1 ? 'is' : 'are'} in the archive${isAll ? '' : ` (${listed(missing)} missing)`}. Add them, or write their names as in the archive.`
    said.push({ severity: 'warn', text })
  }
  if (otherCase.length > 0)
    said.push({
      severity: 'warn',
      text: `${name} writes ${listed(otherCase)} with other small and capital letters, or another ending, than the archive. Some programs then don't find the photo.`,
    })
  if (marks.some(({ photo }) => /\s/.test(photo)) && file.source.format === 'odm-gcp')
    said.push({
      severity: 'warn',
      text: `Names of photos in ${name} have spaces, which OpenDroneMap can't read. Rename these photos.`,
    })
  if (outside.length > 0) {
    const labels = [...new Set(outside.map(({ label, photo }) => `${label} in ${photo}`))]
    said.push({
      severity: 'warn',
      text: `${name} marks ${listed(labels)} outside the photo. The photos may be smaller than those that were marked: mark them again.`,
      photos: outside.flatMap(({ found }) => found ?? []),
    })
  }
  return said
}

/** Names without an ending are usual for some programs. */
const isWritten = (found: ArchivePhoto, name: string): boolean => {
  const real = lastPart(found.name)
  return real === lastPart(name) || real.replace(/\.[^.]*$/, '') === lastPart(name)
}

const isOutside = ({ x, y }: Mark, { photo }: ArchivePhoto): boolean =>
  x < 0 || y < 0 || (photo?.width != null && x > photo.width) || (photo?.height != null && y > photo.height)

function pointsSaid(file: PlacedFile, photosOf: (label: string) => number): Said[] {
  const labels = [...new Set(file.source.points.map(({ label }) => label))]
  const unmarked = labels.filter((label) => photosOf(label) === 0)
  const few = labels.filter((label) => photosOf(label) > 0 && photosOf(label) < PHOTOS_MIN)
  const said: Said[] = []
  if (unmarked.length > 0) {
    const which =
      unmarked.length === labels.length ? `No point of ${fileText(file)}` : `${listed(unmarked)} of ${fileText(file)}`
    const verb = unmarked.length === labels.length || unmarked.length === 1 ? 'is' : 'are'
    const not = unmarked.length === labels.length ? '' : ' not'
    said.push({
      severity: 'warn',
      text: `${which} ${verb}${not} marked in photos. Before they can be used, their targets must be marked in at least ${PHOTOS_MIN} photos each.`,
    })
  }
  if (few.length > 0)
    said.push({
      severity: 'warn',
      text: `${listed(few)} of ${fileText(file)} ${few.length === 1 ? 'is' : 'are'} marked in fewer than ${PHOTOS_MIN} photos. Mark more.`,
    })
  return said
}

/** Lists of where photos were taken: one place for each. */
export const photoPositions: Check = ({ controlPoints: { files }, photos }) => {
  const byName = photosByName(photos)
  const said = files.flatMap((file): Said[] => {
    if (file.source.format === 'dji-mrk') return lineSaid(file, photos)
    if (file.source.format !== 'photo-positions') return []
    const missing = file.source.photos.filter((name) => !byName.has(lastPart(name).toLowerCase()))
    if (missing.length === 0) return []
    const text = `${fileText(file)} has positions of ${photosText(missing.length)} that ${missing.length === 1 ? 'is' : 'are'} not in the archive (${listed(missing)}).`
    return [{ severity: 'warn', text }]
  })
  return combined('photo-positions', said)
}

/** Of the folder where it lies; bands of one capture share a line. */
function lineSaid(file: PlacedFile, photos: readonly ArchivePhoto[]): Said[] {
  const folder = file.source.file.slice(0, file.source.file.lastIndexOf('/') + 1)
  const beside = photos.filter(({ name }) => name.slice(0, name.lastIndexOf('/') + 1) === folder)
  const captures = new Set(beside.map((one) => (one.photo ? captureOf({ ...one, photo: one.photo }) : one.name))).size
  const lines = file.source.points.length
  if (beside.length === 0 || captures === lines) return []
  const text = `${fileText(file)} has ${lines.toLocaleString('en')} positions, and ${photosText(captures)} ${captures === 1 ? 'lies' : 'lie'} beside it. PPK needs one for each: check that all of the flight is in the archive.`
  return [{ severity: 'warn', text }]
}

const NAMES = {
  ppk: 'PPK',
  micasense: 'logs of a MicaSense camera',
  'plot-boundaries': 'plot boundaries',
  'flight-plan': 'a flight plan',
  'dji-mrk': 'positions of a DJI drone for PPK',
} as const
const hasName = (format: string): format is keyof typeof NAMES => Object.hasOwn(NAMES, format)

export const recognisedFiles: Check = ({ controlPoints: { files } }) => {
  const groups = Map.groupBy(files, ({ source: { format } }) => (hasName(format) ? NAMES[format] : ''))
  const texts = [...groups].flatMap(([name, of]) => (name === '' ? [] : [`${name} (${listed(of.map(fileText))})`]))
  if (texts.length === 0) return undefined
  const text = `Beside the photos there are ${texts.join(', ')}. They are kept with the archive.`
  return combined('recognised-files', [{ severity: 'inform', text }])
}
