import { createHash } from 'node:crypto'
import { trials } from '#contract/trials.ts'
import { AppError, type ErrorDetails } from '#domain/errors.ts'
import type { Crs } from '#domain/maps.ts'
import type { Bounds } from '#domain/trials.ts'
import { placePlots } from '#imagery/geojson/bounds-of-plots.ts'
import { readPlots } from '#imagery/geojson/read-plots.ts'
import { UnreadablePlots } from '#imagery/geojson/unreadable-plots.ts'
import { parseLargeJson } from '../http/request/parse-json.ts'
import { readInput } from '../http/request/read-input.ts'
import { crsOfEpsg } from './crs-of-epsg.ts'
import { defineWork } from './work.ts'

/** Points and properties of as many plots as a trial may have. */
const VALUES_MAX = 1_500_000

/** Plots as they are stored: their JSON is written here, because it would take the main thread as long as reading them. */
export type CheckedPlots = {
  trialId: string
  crs: Crs
  ids: string[]
  bounds: Bounds[]
  extent: Bounds
  swapped: Bounds
  json: string
  lonLatsJson: string | null
  sha256: string
}
type Problem = { message: string; details: ErrorDetails }
export type PlotsOutcome = { plots: CheckedPlots; problem?: never } | { plots?: never; problem: Problem }

/** Reads the body of `savePlots`, and checks each plot by itself; or says what is wrong, in words for people. */
export const work = defineWork(async ({ body }: { body: Uint8Array }): Promise<PlotsOutcome> => {
  try {
    const { trialId, geojson, plotIdProperty } = readInput(trials.savePlots.body, parseLargeJson(body, VALUES_MAX))
    const { crs, plots } = readPlots(geojson, { plotIdProperty, crsOfEpsg })
    const { lonLats, ...placed } = placePlots({ crs, plots })
    const json = JSON.stringify(plots)
    const sha256 = createHash('sha256').update(JSON.stringify(crs)).update(json).digest('hex')
    const ids = plots.map(({ plotId }) => plotId)
    return { plots: { trialId, crs, ids, ...placed, json, lonLatsJson: lonLats && JSON.stringify(lonLats), sha256 } }
  } catch (error) {
    if (error instanceof AppError) return { problem: { message: error.message, details: error.details } }
    if (!(error instanceof UnreadablePlots)) throw error
    const { message } = error
    return { problem: { message, details: { errors: [{ field: 'geojson', message }] } } }
  }
})
