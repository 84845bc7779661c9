import { withoutFormula } from '#domain/csv.ts'

/**
 * The id of a plot for the app Field Book (PhenoApps), in which ids of all fields differ and have no slash or backslash: that of
 * the plot, then `sf` and the start of the trial's.
 */
export const fieldBookId = (plotId: string, trialId: string): string =>
  withoutFormula(`${plotId.replaceAll(/[%/\\]/g, encodeURIComponent)}_sf${trialId.slice(0, 8)}`)

/** Whether a text is such an id, of whatever trial. */
export const isFieldBookId = (text: string): boolean => /_sf[0-9a-f]{8}$/.test(text)

/** The plots of a trial by these ids. */
export const plotIdsByFieldBookId = (plots: readonly { plotId: string }[], trialId: string): Map<string, string> =>
  new Map(plots.map(({ plotId }) => [fieldBookId(plotId, trialId), plotId]))
