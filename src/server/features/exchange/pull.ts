import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { dateText } from '#domain/dates.ts'
import type { ExchangeCounts, ExchangeReport } from '#domain/exchange/exchange.ts'
import type { MatchedPlots } from '#domain/exchange/match-plots.ts'
import { OWN_NAME_MAX, OWN_TEXT_MAX, OWN_UNIT_MAX, OWN_VALUES_MAX, type ValueType } from '#domain/trials.ts'
import { CantBeDone } from '../../adapters/queue/queue.ts'
import { REFERENCE_SOURCE } from '../brapi/ids.ts'
import { observedIn } from '../brapi/observed.ts'
import type { OwnVariable } from '../brapi/writing/find-variables.ts'
import { readValue, type Score, type StoredValue, writeScores } from '../brapi/writing/scores.ts'
import { comparePlots, writePlots } from './pull-plots.ts'
import { countsOf, none } from './push.ts'
import { lockOwnTrial } from './queries.ts'
import { readStudy, readUnits, readValues, type Unit, type ValueThere, type VariableThere } from './read-study.ts'
import { Refusals } from './refusals.ts'
import { type Compared, type Run, requireSame } from './run.ts'
import { measuredColumns, nameColumns } from './variables-there.ts'

const ITEMS_MAX = 1000
const VARIABLES_SHOWN = 500

/** Takes over plots, genotypes and scores of the study. All of it is read before any of it is written. */
export async function pull(run: Run): Promise<Compared> {
  const { deps, client, connection, trial } = run
  const { studyId } = connection
  const study = await readStudy(client, studyId)
  const units = await readUnits(client, studyId)
  const refusals = new Refusals()
  if (units.others > 0) refusals.add('Plants, blocks and other units that are no plots', undefined, units.others)
  const plots = await comparePlots(run, units.plots, refusals)
  const { onlyThere } = plots.matched
  if (onlyThere.length > 0)
    refusals.add('Plots of the study that are not in this trial', onlyThere[0]?.name ?? undefined, onlyThere.length)
  const columns = await measuredColumns(await observedIn(deps.db, trial))
  const of = { client, studyId, accountId: trial.accountId }
  const { named, ofStudy } = await nameColumns(deps.db, of, columns)
  const sentFromHere = new Set(named.map(({ there }) => there?.id))
  const taken = ofStudy.filter(({ id }) => !sentFromHere.has(id))
  const pulled = new PulledScores(run, plots.matched, refusals)
  for (const [at, variable] of taken.entries()) {
    await pulled.read(variable)
    run.progress((at + 1) / taken.length)
  }
  const hash = createHash('sha256').update(JSON.stringify([studyId, plots.version, plots.changes]))
  for (const unit of plots.made) hash.update(JSON.stringify(unit))
  for (const score of pulled.scores)
    hash.update(JSON.stringify([score.plotId, score.variable, score.takenOn, score.value]))
  const digest = hash.digest('hex')
  requireSame(run, digest)
  const names = { what: 'Plots: names, genotypes and places', there: study.name, ...plots.counts }
  return {
    digest,
    report: {
      study: study.name,
      plots: countsOf(plots.matched),
      items: [names, ...pulled.items].slice(0, ITEMS_MAX),
      refused: refusals.list(),
      variables: ofStudy.map(({ name }) => name).slice(0, VARIABLES_SHOWN),
      written: run.writes && (await write(run, plots, pulled.scores)),
    },
  }
}

async function write(
  run: Run,
  plots: Parameters<typeof writePlots>[1],
  scores: readonly Pulled[],
): Promise<ExchangeReport['written']> {
  const replaces = run.writes?.replaces ?? false
  const names = await writePlots(run, plots)
  const wanted = scores.filter(({ changes }) => changes === undefined || replaces)
  await run.requireGoing()
  if (wanted.length > 0)
    await run.deps.db.transaction().execute(async (trx) => {
      await lockOwnTrial(trx, run.actor, run.trial.id)
      await writeScores(trx, run.actor, { scores: wanted, at: run.deps.now() })
    })
  const sent = names + wanted.length
  return { sent, kept: sent }
}

type Pulled = Score & { takenOn: string | null }

/** Scores of people in the database, as own columns of the trial. */
class PulledScores {
  readonly #run: Run
  readonly #plotOf: ReadonlyMap<string, string>
  readonly #refusals: Refusals
  readonly scores: Pulled[] = []
  readonly items: ExchangeReport['items'] = []

  constructor(run: Run, { pairs }: MatchedPlots<Unit>, refusals: Refusals) {
    this.#run = run
    this.#plotOf = new Map([...pairs].map(([plotId, { unitId }]) => [unitId, plotId]))
    this.#refusals = refusals
  }

  async read(variable: VariableThere): Promise<void> {
    const own = ownVariableOf(variable)
    if (own === null) {
      this.#refusals.add('Variables with a name or a unit that is too long', variable.name)
      return
    }
    const found = await this.#valuesOf(variable)
    for (const [day, values] of found) {
      const takenOn = day === '' ? null : day
      const counts = none()
      await this.#compare({ own, takenOn, values, counts })
      const what = takenOn === null ? variable.name : `${variable.name}, ${dateText(takenOn)}`
      this.items.push({ what, there: variable.name, ...counts })
      await nextTurn()
    }
  }

  /** By day, of plots that are here. What was sent from here stays there. */
  async #valuesOf({ id, name }: VariableThere): Promise<Map<string, Map<string, ValueThere[]>>> {
    const { client, connection } = this.#run
    const found = new Map<string, Map<string, ValueThere[]>>()
    let count = this.scores.length
    const of = { studyId: connection.studyId, variableId: id, source: REFERENCE_SOURCE }
    for await (const page of readValues(client, of))
      for (const value of page) {
        if (value.reference !== null) continue
        const plotId = this.#plotOf.get(value.unitId)
        if (plotId === undefined) {
          this.#refusals.add('Values of plots that are not in this trial', name)
          continue
        }
        if ((count += 1) > OWN_VALUES_MAX)
          throw new CantBeDone(
            `The study has more than ${OWN_VALUES_MAX.toLocaleString('en')} values, which is what a trial can hold.`,
          )
        const [day = ''] = value.days
        const ofDay = found.get(day) ?? new Map<string, ValueThere[]>()
        ofDay.set(plotId, [...(ofDay.get(plotId) ?? []), value])
        found.set(day, ofDay)
      }
    return found
  }

  async #compare({ own, takenOn, values, counts }: Of): Promise<void> {
    const { db } = this.#run.deps
    const { trial } = this.#run
    const stored = await db
      .selectFrom('trialColumns')
      .select(['unit', 'plotValues'])
      .where('trialId', '=', trial.id)
      .where('name', '=', own.name)
      .where('takenOn', 'is not distinct from', takenOn)
      .executeTakeFirst()
    const here = new Map<string, StoredValue>(Object.entries(stored?.plotValues ?? {}))
    const refuse = (reason: string, example: string) => {
      counts.refused += 1
      this.#refusals.add(reason, example)
    }
    for (const [plotId, several] of values) {
      const [first, ...others] = several
      if (!first) continue
      const read = readValue(first.value, own)
      const example = `Plot ${plotId}: ${own.name} ${first.value}`
      if ('problem' in read) refuse('Values that are no numbers or dates, as their variable has', example)
      else if (first.value.length > OWN_TEXT_MAX)
        refuse(`Texts of more than ${OWN_TEXT_MAX} characters`, `Plot ${plotId}`)
      else if (others.some(({ value }) => value !== first.value)) refuse('Several values of a plot on one day', example)
      else if (stored && stored.unit !== own.unit) refuse('The column of this name has another unit here', example)
      else {
        const known = here.get(plotId) ?? null
        if (known === read.value) counts.same += 1
        else {
          counts[known === null ? 'added' : 'changed'] += 1
          const score = { at: own.name, trialId: trial.id, plotId, variable: own, takenOn, value: read.value }
          this.scores.push({ ...score, ...(known !== null && { changes: first.id }) })
        }
      }
    }
  }
}

type Of = {
  own: OwnVariable
  takenOn: string | null
  values: ReadonlyMap<string, ValueThere[]>
  counts: ExchangeCounts
}

/** Codes, scales and texts: their values say what they are. */
const TYPES = new Map<string, ValueType>([
  ['numerical', 'number'],
  ['date', 'date'],
])

function ownVariableOf({ name, unit, dataType }: VariableThere): OwnVariable | null {
  if (name.length > OWN_NAME_MAX || (unit ?? '').length > OWN_UNIT_MAX) return null
  return { name: name.trim(), unit: unit?.trim() || null, valueType: TYPES.get(dataType.toLowerCase()) ?? null }
}
