// Where photos were taken, by files beside them: of a program for PPK, or of a drone.

import type { StatedError } from '../photos/position-error.ts'
import type { CrsOfEpsg } from '../rasters/crs.ts'
import { type ControlPointSource, lastPart } from './control-point-source.ts'
import { placeFile } from './place-points.ts'

/** Its height is that of the file. */
export type PhotoPosition = { lon: number; lat: number; height: number; error: StatedError }

/** By the name of a photo with its folders. A drone's file tells of the photos of its folder; of two there, nobody knows which is meant. */
export function photoPositionsOf(
  sources: readonly ControlPointSource[],
  photos: readonly string[],
  crsOfEpsg: CrsOfEpsg,
): ReadonlyMap<string, PhotoPosition> {
  const found = new Map<string, PhotoPosition>()
  // What a program has worked out wins over what a drone has noted.
  for (const format of ['dji-mrk', 'photo-positions'] as const)
    for (const source of sources.filter((one) => one.format === format)) {
      const { points } = placeFile(source, { entered: undefined, area: null, crsOfEpsg, photosOf: () => 0 })
      const byLabel = new Map(points.map((point) => [point.label.toLowerCase(), point]))
      const others = sources.filter((one) => one !== source && one.format === 'dji-mrk')
      if (format === 'dji-mrk' && others.some(({ file }) => folderOf(file) === folderOf(source.file))) continue
      for (const name of photos) {
        const point = byLabel.get(format === 'dji-mrk' ? numberIn(source.file, name) : lastPart(name).toLowerCase())
        if (point?.error && point.height !== null)
          found.set(name, { lon: point.lon, lat: point.lat, height: point.height, error: point.error })
      }
    }
  return found
}

/** DJI_20260701_0012.JPG is the twelfth photo of its folder, 100_0001_0012.JPG too. */
const NUMBER = /_(\d{4})(?:_[A-Z])?\.jpe?g$/i

const folderOf = (path: string): string => path.slice(0, path.length - lastPart(path).length)

/** '' of a photo in another folder. */
function numberIn(file: string, photo: string): string {
  const [, digits] = NUMBER.exec(photo) ?? []
  return digits === undefined || folderOf(file) !== folderOf(photo) ? '' : String(Number(digits))
}
