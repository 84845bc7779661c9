import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ExchangeReport } from '#domain/exchange/exchange.ts'
import { type MatchedPlots, matchPlots } from '#domain/exchange/match-plots.ts'
import { DatabaseRefused } from '../../adapters/outside/brapi-client.ts'
import { CantBeDone } from '../../adapters/queue/queue.ts'
import { REFERENCE_SOURCE } from '../brapi/ids.ts'
import { allPlots, observedIn, type PlacedPlot } from '../brapi/observed.ts'
import { newestDoneMeasurement } from '../trials/measuring/newest-done.ts'
import { type ActiveExchange, type Compared, requireSame } from './active-exchange.ts'
import { comparePush, isSame, type Sent, titleOf, WHY } from './compare-push.ts'
import { readStudy, readUnits, readValues, type Unit, type VariableThere } from './read-study.ts'
import { Refusals, refuser } from './refusals.ts'
import { none, refuseUnmatched, reportOf } from './report.ts'
import { holdSending, waitForSending } from './sending.ts'
import { There } from './there.ts'
import { dayOfColumn, type MeasuredColumn, measuredColumns, nameColumns } from './variables-there.ts'

const digestOf = (facts: unknown): string => createHash('sha256').update(JSON.stringify(facts)).digest('hex')

const SENT_AT_ONCE = 200

/** Sends what was measured to the study: what is there already is not sent again, whatever interrupted an earlier try. */
export async function push(exchange: ActiveExchange): Promise<Compared> {
  const { deps, client, connection, trial } = exchange
  const { studyId } = connection
  const measurement = await newestDoneMeasurement(deps.db, trial.id)
  if (!measurement) throw new CantBeDone('Nothing of this trial is measured yet. Measure it first.')
  if (exchange.writes) await waitForSending(exchange)
  const observed = await observedIn(deps.db, trial)
  const plots = await allPlots(deps.db, observed)
  const study = await readStudy(client, studyId)
  const units = await readUnits(client, studyId)
  const matched = await matchPlots(
    plots.map(({ plotId, attributes }) => ({ plotId, ...attributes })),
    units.plots,
    nextTurn,
  )
  const of = { client, studyId, accountId: trial.accountId }
  const { named, ofStudy } = await nameColumns(deps.db, of, await measuredColumns(observed))
  const names = named.map(({ column, there }) => [column.id, column.variableDbId, there?.id])
  const digest = digestOf([measurement.id, studyId, names])
  requireSame(exchange, digest)
  const refusals = new Refusals()
  refuseUnmatched(matched, refusals)
  const items: ExchangeReport['items'] = []
  const sending = new Sending(exchange, { plots, matched, refusals })
  const groups = Map.groupBy(named, ({ there }) => there?.id)
  const unnamed = groups.get(undefined) ?? []
  groups.delete(undefined)
  let done = 0
  for (const group of groups.values()) {
    const [first] = group
    if (!first?.there) continue
    const columns = group.map(({ column }) => column)
    items.push(...(await sending.send(first.there, columns)))
    exchange.progress((done += 1) / groups.size)
  }
  for (const [trait, all] of Map.groupBy(unnamed, ({ column }) => column.about.trait.traitName)) {
    items.push({ what: trait, there: null, ...none(), refused: all.length * plots.length })
    for (const { name } of all) refusals.add(WHY.unnamed, name ?? `${trait} without a day`, plots.length)
  }
  return {
    digest,
    changes: sending.changes,
    report: reportOf({ study, matched, items, refusals, ofStudy, written: exchange.writes && sending.written }),
  }
}

type Of = { plots: readonly PlacedPlot[]; matched: MatchedPlots<Unit>; refusals: Refusals }

/** Compares and sends variable by variable, so that memory holds one. */
class Sending {
  readonly #exchange: ActiveExchange
  readonly #of: Of
  readonly #units: ReadonlySet<string>
  readonly written = { sent: 0, kept: 0 }
  /** Of the values that would be replaced, by variable. */
  readonly changes: Record<string, string> = {}

  constructor(exchange: ActiveExchange, of: Of) {
    this.#exchange = exchange
    this.#of = of
    this.#units = new Set([...of.matched.pairs.values()].map(({ unitId }) => unitId))
  }

  async send(variable: VariableThere, columns: readonly MeasuredColumn[]): Promise<ExchangeReport['items']> {
    const { plots, refusals } = this.#of
    const { trial, connection, writes } = this.#exchange
    const days = new Set(columns.flatMap((column) => dayOfColumn(column) ?? []))
    const there = await this.#read(variable, days)
    const taken = new Set<string | null>()
    const items: ExchangeReport['items'] = []
    const sent: Sent[] = []
    for (const column of columns) {
      const counts = none()
      const refuse = refuser(refusals, counts)
      const day = dayOfColumn(column)
      if (day === null || taken.has(day)) refuse(WHY.twice, titleOf(column), plots.length)
      else {
        const to = { variable, there, day, trialId: trial.id, studyId: connection.studyId }
        sent.push(...(await comparePush(column, to, { ...this.#of, counts, refuse })))
      }
      taken.add(day)
      items.push({ what: titleOf(column), there: variable.name, ...counts })
      await nextTurn()
    }
    const gone = there.unasked(trial.id)
    if (gone > 0) refusals.add(WHY.gone, variable.name, gone)
    const chosen = this.#chosen(variable, sent)
    if (writes) await this.#write(variable, days, chosen)
    return items
  }

  /** New ones, and where that was chosen those that replace another value, if these are as they were compared. */
  #chosen(variable: VariableThere, sent: readonly Sent[]): Sent[] {
    const changed = sent.flatMap(({ changes, value }) => (changes ? [[changes.id, changes.value, value]] : []))
    const digest = digestOf(changed)
    this.changes[variable.id] = digest
    const { writes } = this.#exchange
    if (!writes?.replaces || changed.length === 0) return sent.filter(({ changes }) => changes === null)
    if (writes.changes?.[variable.id] === digest) return [...sent]
    this.#of.refusals.add(WHY.newer, variable.name, changed.length)
    return sent.filter(({ changes }) => changes === null)
  }

  async #read({ id }: VariableThere, days: ReadonlySet<string>): Promise<There> {
    const { client, connection } = this.#exchange
    const there = new There()
    const of = { studyId: connection.studyId, variableId: id, source: REFERENCE_SOURCE }
    for await (const page of readValues(client, of))
      for (const value of page) {
        const isWanted = value.day === null || days.has(value.day) || days.has(value.utcDay ?? '')
        if ((isWanted && this.#units.has(value.unitId)) || value.reference !== null) there.add(value)
      }
    return there
  }

  async #sendBatch(isNew: boolean, batch: readonly Sent[]): Promise<void> {
    const { client } = this.#exchange
    const values = isNew
      ? batch.map(({ body }) => body)
      : Object.fromEntries(batch.map(({ changes, body }) => [changes?.id, body]))
    const release = await holdSending(this.#exchange)
    try {
      await client.send(isNew ? 'POST' : 'PUT', 'observations', values)
    } catch (error) {
      if (error instanceof DatabaseRefused) await release()
      throw error
    }
    await release()
  }

  async #write(variable: VariableThere, days: ReadonlySet<string>, sent: readonly Sent[]): Promise<void> {
    if (sent.length === 0) return
    const { requireGoing } = this.#exchange
    for (const [isNew, list] of Map.groupBy(sent, ({ changes }) => changes === null))
      for (let from = 0; from < list.length; from += SENT_AT_ONCE) {
        await requireGoing()
        const batch = list.slice(from, from + SENT_AT_ONCE)
        await this.#sendBatch(isNew, batch)
        this.written.sent += batch.length
      }
    const there = await this.#read(variable, days)
    this.written.kept += sent.filter((one) =>
      there.at(one).values.some(({ unitId, value }) => unitId === one.unitId && isSame(Number(value), one.value)),
    ).length
  }
}
