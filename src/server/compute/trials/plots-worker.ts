import { createHash } from 'node:crypto'
import type { PlotLayout } from '#contract/plot-layout.ts'
import { trials } from '#contract/trials.ts'
import { AppError, type ErrorDetails, errorAt } from '#domain/errors.ts'
import type { Crs } from '#domain/maps.ts'
import type { Bounds, Plot } from '#domain/trials.ts'
import { placePlots } from '#imagery/geojson/bounds-of-plots.ts'
import { type OtherColumn, otherColumns } from '#imagery/geojson/other-columns.ts'
import { readPlots } from '#imagery/geojson/read-plots.ts'
import { describeLeftOut } from '#imagery/geojson/sort-shapes.ts'
import { UnreadablePlots } from '#imagery/geojson/unreadable-plots.ts'
import { layOut } from '#imagery/plots/layout.ts'
import { boxOf } from '#imagery/plots/polygon.ts'
import { parseLargeJson } from '../../http/request/parse-json.ts'
import { readInput } from '../../http/request/read-input.ts'
import { crsOfEpsg } from '../crs/crs-of-epsg.ts'
import { crsOfWkt } from '../crs/crs-of-wkt.ts'
import { defineThreadWork } from '../thread-work.ts'

/** Points and properties of as many plots as a trial may have. */
const VALUES_MAX = 1_500_000

/** Plots as they are stored: their JSON is written here, because it would take the main thread as long as reading them. */
export type CheckedPlots = {
  trialId: string
  /** The newest version when the change began. */
  seen: number | undefined
  crs: Crs
  ids: string[]
  bounds: Bounds[]
  extent: Bounds
  swapped: Bounds
  json: string
  lonLatsJson: string | null
  layoutJson: string | null
  /** What the properties say beyond attributes. */
  columns: OtherColumn[]
  leftOut: string[]
  sha256: string
}
type Problem = { message: string; details: ErrorDetails }
export type PlotsOutcome = { plots: CheckedPlots; problem?: never } | { plots?: never; problem: Problem }

/** Reads the body of `savePlots`, and checks each plot by itself; or says what is wrong, in words for people. */
export const work = defineThreadWork(async ({ body }: { body: Uint8Array }): Promise<PlotsOutcome> => {
  try {
    const { trialId, geojson, plotIdProperty, layout, seen } = readInput(
      trials.savePlots.body,
      parseLargeJson(body, VALUES_MAX),
    )
    const { crs, plots, others: properties, leftOut } = readPlots(geojson, { plotIdProperty, crsOfEpsg, crsOfWkt })
    if (layout) requireSamePlots(layout, plots)
    const others = otherColumns(plots.map(({ plotId }, at) => ({ plotId, properties: properties[at] ?? {} })))
    const { lonLats, ...placed } = placePlots({ crs, plots })
    const json = JSON.stringify(plots)
    const sha256 = createHash('sha256').update(JSON.stringify(crs)).update(json).digest('hex')
    const ids = plots.map(({ plotId }) => plotId)
    const written = {
      json,
      lonLatsJson: lonLats && JSON.stringify(lonLats),
      layoutJson: layout ? JSON.stringify(layout) : null,
    }
    return {
      plots: {
        trialId,
        seen,
        crs,
        ids,
        ...placed,
        ...written,
        sha256,
        columns: others.columns,
        leftOut: [...describeLeftOut(leftOut), ...others.leftOut],
      },
    }
  } catch (error) {
    if (error instanceof AppError) return { problem: { message: error.message, details: error.details } }
    if (!(error instanceof UnreadablePlots)) throw error
    const { message } = error
    return { problem: { message, details: { errors: [{ field: 'geojson', message }] } } }
  }
})

/** Plots are written to the millimetre. */
const SAME_METRES = 0.01
const SIDES = ['minX', 'minY', 'maxX', 'maxY'] as const

/** So that a layout which is edited again begins with the plots that were saved with it. */
function requireSamePlots(layout: PlotLayout, plots: readonly Plot[]): void {
  const laid = layOut(layout)
  if ('problem' in laid) throw notTheLayout(laid.problem)
  const isSame =
    laid.plots.length === plots.length &&
    laid.plots.every(({ plotId, ring }, at) => {
      const plot = plots[at]
      if (plot?.plotId !== plotId) return false
      const [drawn, saved] = [boxOf([[ring]]), boxOf(plot.geometry)]
      return SIDES.every((side) => Math.abs(drawn[side] - saved[side]) < SAME_METRES)
    })
  if (!isSame) throw notTheLayout('This layout does not make these plots.')
}

const notTheLayout = (message: string): AppError => errorAt('layout', message)
