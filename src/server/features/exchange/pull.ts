import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { dateText } from '#domain/dates.ts'
import { AppError } from '#domain/errors.ts'
import type { ExchangeReport } from '#domain/exchange/exchange.ts'
import type { MatchedPlots } from '#domain/exchange/match-plots.ts'
import { OWN_VALUES_MAX } from '#domain/trials.ts'
import { CantBeDone } from '../../adapters/queue/queue.ts'
import { REFERENCE_SOURCE } from '../brapi/ids.ts'
import { observedIn } from '../brapi/observed.ts'
import { type Score, writeScores } from '../brapi/writing/scores.ts'
import { type ActiveExchange, type Compared, requireSame } from './active-exchange.ts'
import { type ColumnThere, comparePull, ownVariablesOf } from './compare-pull.ts'
import { comparePlots, writePlots } from './pull-plots.ts'
import { lockOwnTrial } from './queries.ts'
import { readStudy, readUnits, readValues, type Unit } from './read-study.ts'
import { Refusals } from './refusals.ts'
import { none, refuseUnmatched, reportOf } from './report.ts'
import { measuredColumns, nameColumns } from './variables-there.ts'

/** Takes over plots, genotypes and scores of the study. All of it is read before any of it is written. */
export async function pull(exchange: ActiveExchange): Promise<Compared> {
  const { deps, client, connection, trial } = exchange
  const { studyId } = connection
  const study = await readStudy(client, studyId)
  const units = await readUnits(client, studyId)
  const refusals = new Refusals()
  if (units.others > 0) refusals.add('Plants, blocks and other units that are no plots', undefined, units.others)
  const plots = await comparePlots(exchange, units.plots, refusals)
  refuseUnmatched(plots.matched, refusals)
  const of = { client, studyId, accountId: trial.accountId }
  const { named, ofStudy } = await nameColumns(deps.db, of, await measuredColumns(await observedIn(deps.db, trial)))
  const sentFromHere = new Set(named.map(({ there }) => there?.id))
  const variables = ownVariablesOf(
    ofStudy.filter(({ id }) => !sentFromHere.has(id)),
    refusals,
  )
  const columns = await readColumns(
    exchange,
    { pairs: plots.matched.pairs, wanted: new Set(variables.keys()) },
    refusals,
  )
  const scores: Score[] = []
  const items: ExchangeReport['items'] = []
  for (const column of columns) {
    const own = variables.get(column.variableId)
    if (!own) continue
    const counts = none()
    scores.push(...(await comparePull(exchange, column, { own, counts, refusals })))
    const what = column.takenOn === null ? own.name : `${own.name}, ${dateText(column.takenOn)}`
    items.push({ what, there: own.name, ...counts })
    exchange.progress(items.length / columns.length)
    await nextTurn()
  }
  const hash = createHash('sha256').update(JSON.stringify([studyId, plots.version, plots.changes]))
  for (const unit of plots.made) hash.update(JSON.stringify(unit))
  for (const { plotId, variable, takenOn, value, seen } of scores)
    hash.update(JSON.stringify([plotId, variable, takenOn, value, seen]))
  const digest = hash.digest('hex')
  requireSame(exchange, digest)
  const names = { what: 'Plots: names, genotypes and places', there: study.name, ...plots.counts }
  return {
    digest,
    changes: null,
    report: reportOf({
      study,
      matched: plots.matched,
      items: [names, ...items],
      refusals,
      ofStudy,
      written: exchange.writes && (await write(exchange, plots, scores)),
    }),
  }
}

type Wanted = { pairs: MatchedPlots<Unit>['pairs']; wanted: ReadonlySet<string> }

/** All values of the study, by variable and day, of plots that are here. What was sent from here stays there. */
async function readColumns(
  exchange: ActiveExchange,
  { pairs, wanted }: Wanted,
  refusals: Refusals,
): Promise<ColumnThere[]> {
  const { client, connection } = exchange
  const plotOf = new Map([...pairs].map(([plotId, { unitId }]) => [unitId, plotId]))
  const columns = new Map<string, ColumnThere>()
  let count = 0
  for await (const page of readValues(client, { studyId: connection.studyId, source: REFERENCE_SOURCE }))
    for (const value of page) {
      const { reference, variableId, unitId, day: takenOn } = value
      if (reference !== null || !wanted.has(variableId)) continue
      const plotId = plotOf.get(unitId)
      if (plotId === undefined) {
        refusals.add('Values of plots that are not in this trial')
        continue
      }
      if ((count += 1) > OWN_VALUES_MAX)
        throw new CantBeDone(
          `The study has more than ${OWN_VALUES_MAX.toLocaleString('en')} values, which is what a trial can hold.`,
        )
      const key = JSON.stringify([variableId, takenOn])
      const column = columns.get(key) ?? { variableId, takenOn, values: new Map() }
      const values = column.values.get(plotId)
      if (values) values.push(value)
      else column.values.set(plotId, [value])
      columns.set(key, column)
    }
  return [...columns.values()]
}

async function write(
  exchange: ActiveExchange,
  plots: Parameters<typeof writePlots>[1],
  scores: readonly Score[],
): Promise<ExchangeReport['written']> {
  const replaces = exchange.writes?.replaces ?? false
  const names = await writePlots(exchange, plots)
  const wanted = scores.filter(({ seen }) => seen === null || replaces)
  await exchange.requireGoing()
  if (wanted.length > 0)
    await exchange.deps.db
      .transaction()
      .execute(async (trx) => {
        await lockOwnTrial(trx, exchange.actor, exchange.trial.id)
        await writeScores(trx, exchange.actor, { scores: wanted, at: exchange.deps.now() })
      })
      .catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'conflict' && error.details.errors)) throw error
        throw new CantBeDone('Values were changed here since they were compared. Compare again.')
      })
  const sent = names + wanted.length
  return { sent, kept: sent }
}
