import { AppError } from '#domain/errors.ts'
import type { FlightAnswers } from '#domain/flights.ts'
import { crsOfEpsg } from '../../compute/crs/crs-of-epsg.ts'

/** What people say of a flight as it is stored: null without a word. @throws AppError 'conflict' for an unknown coordinate system */
export function storedAnswers({ heightMetres, controlPointsEpsg }: FlightAnswers): string | null {
  const unknown = controlPointsEpsg.find(({ epsg }) => !crsOfEpsg(epsg))
  if (unknown) throw new AppError('conflict', `EPSG:${unknown.epsg} is not a coordinate system that is known here`)
  if (heightMetres === null && controlPointsEpsg.length === 0) return null
  const byFile = new Map(controlPointsEpsg.map(({ file, epsg }) => [file, { file, epsg }]))
  return JSON.stringify({ heightMetres, controlPointsEpsg: [...byFile.values()] } satisfies FlightAnswers)
}
