import { dateText } from '#domain/dates.ts'
import type { ExchangeCounts } from '#domain/exchange/exchange.ts'
import { type MatchedPlots, mayBeSame } from '#domain/exchange/match-plots.ts'
import { factorBetween } from '#domain/exchange/same-unit.ts'
import { REFERENCE_SOURCE } from '../brapi/ids.ts'
import type { PlacedPlot } from '../brapi/observed.ts'
import type { Unit, ValueThere, VariableThere } from './read-study.ts'
import type { Refuse } from './refusals.ts'
import type { There } from './there.ts'
import { dayOfColumn, type MeasuredColumn } from './variables-there.ts'

export const WHY = {
  unnamed: 'The database has no single variable of this name. Say below what it is called there, or add it there',
  twice: 'The variable there would have two values on one day. Give each trait a variable of its own',
  gone: 'Values that were sent earlier, and that are no longer here: of plots that are excluded, or of days that were corrected. Delete them there',
  genotype: 'Plots with another genotype there. Compare the names first',
  undated: 'There is a value without a day, which may be this one',
  border: 'There is another value around midnight, of which nobody knows the day',
  several: 'There are several values on that day there. Delete all but one there',
  moved:
    'Values that were sent earlier to another plot of the study, whose names have changed since. Delete them there',
  unmatched: 'Values of plots that the study does not have',
  newer: 'Values that were changed there since they were compared. Compare again',
} as const

/** A value that isn't there. */
export type Sent = {
  reference: string
  unitId: string
  day: string
  value: number
  /** What has its place there. */
  changes: ValueThere | null
  body: Record<string, unknown>
}

type To = { variable: VariableThere; there: There; day: string; trialId: string; studyId: string }
type From = {
  plots: readonly PlacedPlot[]
  matched: MatchedPlots<Unit>
  counts: ExchangeCounts
  refuse: Refuse
}

export function titleOf(column: MeasuredColumn): string {
  const day = dayOfColumn(column)
  return `${column.about.trait.traitName}${day === null ? '' : `, ${dateText(day)}`}`
}

/** Databases keep numbers with fewer digits. */
export const isSame = (one: number, other: number): boolean =>
  Number.isFinite(one) && Math.abs(one - other) <= 1e-6 * Math.max(Math.abs(one), Math.abs(other))

/** The values of a trait on a day that aren't there, or are others there; what is the same or can't be sent is counted. */
export async function comparePush(
  column: MeasuredColumn,
  to: To,
  { plots, matched, counts, refuse }: From,
): Promise<Sent[]> {
  const { variable, there, day } = to
  const { units = '' } = column.about.scale
  const factor = factorBetween(units, variable.unit ?? '')
  const title = titleOf(column)
  if (factor === null) {
    const both = `${variable.unit ?? 'no unit'} there, ${units} here`
    refuse(`The variable there has another unit (${both})`, title, plots.length)
    return []
  }
  const cells = await column.cells(plots)
  const sent: Sent[] = []
  for (const [at, plot] of plots.entries()) {
    const { value: text = '', info } = cells[at] ?? {}
    const unit = matched.pairs.get(plot.plotId)
    // Values that were sent earlier and are none now count as gone.
    if (text === '') continue
    if (!unit) {
      refuse(WHY.unmatched, plot.plotId)
      continue
    }
    const value = Number((Number(text) * factor).toPrecision(12))
    const place = { reference: referenceOf(to.trialId, plot.plotId, column), unitId: unit.unitId, day }
    const { genotype } = plot.attributes
    if (!mayBeSame(genotype, unit.genotype)) {
      refuse(WHY.genotype, `${plot.plotId}: ${genotype} here, ${unit.genotype} there`)
      continue
    }
    const found = compareAt(there, place, value)
    if (found.is === 'refused') refuse(found.why, `${plot.plotId}, ${title}`)
    else counts[found.is] += 1
    if (found.is !== 'added' && found.is !== 'changed') continue
    const body = {
      observationUnitDbId: unit.unitId,
      observationVariableDbId: variable.id,
      studyDbId: to.studyId,
      observationTimeStamp: column.timeStamp,
      value: String(value),
      collector: column.collector,
      additionalInfo: info,
      externalReferences: [{ referenceId: place.reference, referenceSource: REFERENCE_SOURCE }],
    }
    sent.push({ ...place, value, changes: found.is === 'changed' ? found.other : null, body })
  }
  return sent
}

type Compared = { is: 'same' | 'added' } | { is: 'changed'; other: ValueThere } | { is: 'refused'; why: string }

function compareAt(there: There, place: Pick<Sent, 'reference' | 'unitId' | 'day'>, value: number): Compared {
  const { by, values } = there.at(place)
  const [other, ...others] = values
  if (!other) return there.hasUndated(place.unitId) ? { is: 'refused', why: WHY.undated } : { is: 'added' }
  if (values.some(({ unitId }) => unitId !== place.unitId)) return { is: 'refused', why: WHY.moved }
  if (others.length > 0) return { is: 'refused', why: WHY.several }
  if (isSame(Number(other.value), value)) return { is: 'same' }
  return by === 'utcDay' ? { is: 'refused', why: WHY.border } : { is: 'changed', other }
}

/** The same in all measurements of a trial. */
const referenceOf = (trialId: string, plotId: string, { variableDbId, timeStamp }: MeasuredColumn): string =>
  `${trialId}:${plotId}:${variableDbId}:${timeStamp ?? ''}`
