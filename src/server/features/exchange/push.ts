import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { dateText } from '#domain/dates.ts'
import type { ExchangeCounts, ExchangeReport } from '#domain/exchange/exchange.ts'
import { type MatchedPlots, matchPlots, mayBeSame } from '#domain/exchange/match-plots.ts'
import { factorBetween } from '#domain/exchange/same-unit.ts'
import { CantBeDone } from '../../adapters/queue/queue.ts'
import { REFERENCE_SOURCE } from '../brapi/ids.ts'
import { allPlots, observedIn, type PlacedPlot } from '../brapi/observed.ts'
import { newestDoneMeasurement } from '../trials/measuring/newest-done.ts'
import { readStudy, readUnits, readValues, type Unit, type ValueThere, type VariableThere } from './read-study.ts'
import { Refusals } from './refusals.ts'
import { type Compared, type Run, requireSame } from './run.ts'
import { dayOfColumn, type MeasuredColumn, measuredColumns, nameColumns } from './variables-there.ts'

const SENT_AT_ONCE = 200
const ITEMS_MAX = 1000
const VARIABLES_SHOWN = 500

/** Sends what was measured to the study: what is there already is not sent again, whatever interrupted an earlier try. */
export async function push(run: Run): Promise<Compared> {
  const { deps, client, connection, trial } = run
  const { studyId } = connection
  const measurement = await newestDoneMeasurement(deps.db, trial.id)
  if (!measurement) throw new CantBeDone('Nothing of this trial is measured yet. Measure it first.')
  const digest = createHash('sha256').update(`${measurement.id} ${studyId}`).digest('hex')
  requireSame(run, digest)
  const observed = await observedIn(deps.db, trial)
  const plots = await allPlots(deps.db, observed)
  const study = await readStudy(client, studyId)
  const units = await readUnits(client, studyId)
  const matched = matchPlots(
    plots.map(({ plotId, attributes }) => ({ plotId, ...attributes })),
    units.plots,
  )
  const columns = await measuredColumns(observed)
  const of = { client, studyId, accountId: trial.accountId }
  const { named, ofStudy } = await nameColumns(deps.db, of, columns)
  const refusals = new Refusals()
  const items: ExchangeReport['items'] = []
  const sending = new Sending(run, { plots, matched, refusals })
  const groups = Map.groupBy(named, ({ there }) => there?.id)
  const unnamed = groups.get(undefined) ?? []
  groups.delete(undefined)
  let done = 0
  for (const group of groups.values()) {
    const [first] = group
    if (first?.there)
      items.push(
        ...(await sending.send(
          first.there,
          group.map(({ column }) => column),
        )),
      )
    run.progress((done += 1) / groups.size)
  }
  for (const [trait, all] of Map.groupBy(unnamed, ({ column }) => column.about.trait.traitName)) {
    const count = all.length * plots.length
    items.push({ what: trait, there: null, ...none(), refused: count })
    for (const { name } of all) refusals.add(WHY_UNNAMED, name ?? `${trait} without a day`, plots.length)
  }
  if (matched.onlyThere.length > 0)
    refusals.add('Plots of the study that are not in this trial', undefined, matched.onlyThere.length)
  return {
    digest,
    report: {
      study: study.name,
      plots: countsOf(matched),
      items: items.slice(0, ITEMS_MAX),
      refused: refusals.list(),
      variables: ofStudy.map(({ name }) => name).slice(0, VARIABLES_SHOWN),
      written: run.writes && sending.written,
    },
  }
}

const WHY_UNNAMED =
  'The database has no single variable of this name. Say below what it is called there, or add it there'

export const countsOf = ({ pairs, by, onlyHere, onlyThere }: MatchedPlots<Unit>): ExchangeReport['plots'] => ({
  matched: pairs.size,
  by,
  onlyHere: onlyHere.length,
  onlyThere: onlyThere.length,
})

export const none = (): ExchangeCounts => ({ same: 0, added: 0, changed: 0, refused: 0 })

function titleOf(column: MeasuredColumn): string {
  const day = dayOfColumn(column)
  return `${column.about.trait.traitName}${day === null ? '' : `, ${dateText(day)}`}`
}

type Sent = {
  reference: string
  unitId: string
  day: string
  value: number
  /** The id there of the value in its place. */
  changes: string | null
  body: Record<string, unknown>
}
type Of = { plots: readonly PlacedPlot[]; matched: MatchedPlots<Unit>; refusals: Refusals }

/** Values that are there, by what we called them and by plot and day. */
class There {
  readonly byReference = new Map<string, ValueThere>()
  readonly byDay = new Map<string, ValueThere[]>()
  readonly undated = new Set<string>()

  add(value: ValueThere): void {
    if (value.reference !== null) this.byReference.set(value.reference, value)
    if (value.days.length === 0) this.undated.add(value.unitId)
    for (const day of value.days) {
      const key = `${value.unitId} ${day}`
      this.byDay.set(key, [...(this.byDay.get(key) ?? []), value])
    }
  }

  at({ reference, unitId, day }: Pick<Sent, 'reference' | 'unitId' | 'day'>): readonly ValueThere[] {
    const own = this.byReference.get(reference)
    return own ? [own] : (this.byDay.get(`${unitId} ${day}`) ?? [])
  }
}

/** Counts what is refused, with its reason. */
const refuser =
  (refusals: Refusals, counts: ExchangeCounts) =>
  (reason: string, example: string, count = 1): void => {
    counts.refused += count
    refusals.add(reason, example, count)
  }

/** Compares and sends variable by variable, so that memory holds one. */
class Sending {
  readonly #run: Run
  readonly #of: Of
  readonly #units: ReadonlySet<string>
  readonly written = { sent: 0, kept: 0 }

  constructor(run: Run, of: Of) {
    this.#run = run
    this.#of = of
    this.#units = new Set([...of.matched.pairs.values()].map(({ unitId }) => unitId))
  }

  async send(variable: VariableThere, columns: readonly MeasuredColumn[]): Promise<ExchangeReport['items']> {
    const days = new Set(columns.map(dayOfColumn))
    const there = await this.#read(variable, days)
    const taken = new Set<string | null>()
    const items: ExchangeReport['items'] = []
    const sent: Sent[] = []
    for (const column of columns) {
      const counts = none()
      const day = dayOfColumn(column)
      if (day === null || taken.has(day))
        refuser(this.#of.refusals, counts)(TWICE, titleOf(column), this.#of.plots.length)
      else sent.push(...(await this.#compare(column, { variable, there, day, counts })))
      taken.add(day)
      items.push({ what: titleOf(column), there: variable.name, ...counts })
      await nextTurn()
    }
    const { writes } = this.#run
    if (writes)
      await this.#write(
        variable,
        days,
        sent.filter(({ changes }) => changes === null || writes.replaces),
      )
    return items
  }

  async #read({ id }: VariableThere, days: ReadonlySet<string | null>): Promise<There> {
    const { client, connection } = this.#run
    const there = new There()
    const of = { studyId: connection.studyId, variableId: id, source: REFERENCE_SOURCE }
    for await (const page of readValues(client, of))
      for (const value of page) {
        const isWanted = value.days.length === 0 || value.days.some((day) => days.has(day)) || value.reference !== null
        if (isWanted && this.#units.has(value.unitId)) there.add(value)
      }
    return there
  }

  async #compare(
    column: MeasuredColumn,
    to: { variable: VariableThere; there: There; day: string; counts: ExchangeCounts },
  ): Promise<Sent[]> {
    const { plots, matched, refusals } = this.#of
    const { variable, there, day, counts } = to
    const refuse = refuser(refusals, counts)
    const factor = factorBetween(column.about.scale.units ?? '', variable.unit ?? '')
    const title = titleOf(column)
    if (factor === null) {
      const units = `${variable.unit ?? 'no unit'} there, ${column.about.scale.units} here`
      refuse(`The variable there has another unit (${units})`, title, plots.length)
      return []
    }
    const cells = await column.cells(plots)
    const sent: Sent[] = []
    for (const [at, plot] of plots.entries()) {
      const unit = matched.pairs.get(plot.plotId)
      const { value: text = '', info } = cells[at] ?? {}
      const number = text === '' ? null : Number(text)
      if (!unit) {
        if (number !== null) refuse('Values of plots that the study does not have', plot.plotId)
        continue
      }
      const reference = referenceOf(this.#run.trial.id, plot.plotId, column)
      const found = there.at({ reference, unitId: unit.unitId, day })
      if (number === null) {
        if (found.some((one) => one.reference === reference)) refuse(GONE, `${plot.plotId}, ${title}`)
        continue
      }
      const genotype = plot.attributes.genotype
      if (!mayBeSame(genotype, unit.genotype)) {
        refuse(OTHER_GENOTYPE, `${plot.plotId}: ${genotype} here, ${unit.genotype} there`)
        continue
      }
      const value = Number((number * factor).toPrecision(12))
      const [other] = found
      if (found.some((one) => isSame(Number(one.value), value))) counts.same += 1
      else if (found.length > 1) refuse('There are several values on that day there', `${plot.plotId}, ${title}`)
      else if (!other && there.undated.has(unit.unitId)) refuse(UNDATED, `${plot.plotId}, ${title}`)
      else {
        counts[other ? 'changed' : 'added'] += 1
        const body = {
          observationUnitDbId: unit.unitId,
          observationVariableDbId: variable.id,
          studyDbId: this.#run.connection.studyId,
          observationTimeStamp: column.timeStamp,
          value: String(value),
          collector: column.collector,
          additionalInfo: info,
          externalReferences: [{ referenceId: reference, referenceSource: REFERENCE_SOURCE }],
        }
        sent.push({ reference, unitId: unit.unitId, day, value, changes: other?.id ?? null, body })
      }
    }
    return sent
  }

  async #write(variable: VariableThere, days: ReadonlySet<string | null>, sent: readonly Sent[]): Promise<void> {
    if (sent.length === 0) return
    const { client, requireGoing } = this.#run
    for (const [isNew, list] of Map.groupBy(sent, ({ changes }) => changes === null))
      for (let from = 0; from < list.length; from += SENT_AT_ONCE) {
        await requireGoing()
        const batch = list.slice(from, from + SENT_AT_ONCE)
        if (isNew)
          await client.send(
            'POST',
            'observations',
            batch.map(({ body }) => body),
          )
        else
          await client.send(
            'PUT',
            'observations',
            Object.fromEntries(batch.map(({ changes, body }) => [changes, body])),
          )
        this.written.sent += batch.length
      }
    const there = await this.#read(variable, days)
    this.written.kept += sent.filter((one) =>
      there.at(one).some(({ value }) => isSame(Number(value), one.value)),
    ).length
  }
}

const TWICE = 'The variable there would have two values on one day. Give each trait a variable of its own'
const GONE =
  'Values that were sent earlier, and of which nothing is left here, such as of excluded plots. Delete them there'
const OTHER_GENOTYPE = 'Plots with another genotype there. Compare the names first'
const UNDATED = 'There is a value without a day, which may be this one'

/** The same in all measurements of a trial. */
const referenceOf = (trialId: string, plotId: string, { variableDbId, timeStamp }: MeasuredColumn): string =>
  `${trialId}:${plotId}:${variableDbId}:${timeStamp ?? ''}`

/** Databases keep numbers with fewer digits. */
const isSame = (one: number, other: number): boolean =>
  Math.abs(one - other) <= 1e-6 * Math.max(Math.abs(one), Math.abs(other))
