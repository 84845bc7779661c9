import type { WrittenObservation } from '#contract/brapi/writing.ts'
import type { FieldError } from '#domain/errors.ts'
import type { Actor } from '../../../actor.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { lockTrial } from '../../trials/queries.ts'
import { metadataOf } from '../page.ts'
import { type FoundPlot, findPlots } from './find-plots.ts'
import { findOwnVariables, type OwnVariable } from './find-variables.ts'
import { presentScores } from './present-scores.ts'
import { readValue, referencesOf, refuse, type Score, writeScores } from './scores.ts'

/** Scores of plots, which become own columns of their trials. Those that are there already are answered as they are. */
export async function makeObservations(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  written: readonly WrittenObservation[],
) {
  const data = await db.transaction().execute(async (trx) => {
    const { scores, plots } = await readScores(trx, actor, written)
    const columnIds = await writeScores(trx, actor, { scores, at: now() })
    return presentScores(trx, actor, { scores, plots, columnIds })
  })
  return { metadata: metadataOf({ page: 0, pageSize: data.length }, data.length), result: { data } }
}

async function readScores(trx: Database, actor: Actor, written: readonly WrittenObservation[]) {
  const unitIds = written.map((one) => one.observationUnitDbId ?? '')
  const trialIds = [...new Set(unitIds.map((id) => id.split(':', 1)[0] ?? ''))].toSorted()
  for (const trialId of trialIds) await lockTrial(trx, actor, trialId)
  const plots = await findPlots(trx, unitIds)
  const ids = [...new Set(written.flatMap((one) => one.observationVariableDbId ?? []))]
  const variables = await findOwnVariables(trx, actor, ids)
  const errors: FieldError[] = []
  const scores = written.flatMap((one, index): Score[] => {
    const plot = plots.get(one.observationUnitDbId ?? '')
    const variable = variables.get(one.observationVariableDbId ?? '')
    const problem = (field: string, message: string) => void errors.push({ field: `${index}.${field}`, message })
    if (!plot) problem('observationUnitDbId', `‘${one.observationUnitDbId ?? ''}’ is no plot of this study`)
    if (!variable) problem('observationVariableDbId', whyNoVariable(one.observationVariableDbId ?? ''))
    return plot && variable ? scoreOf(one, { plot, variable, at: String(index), problem }) : []
  })
  refuse(errors)
  return { scores, plots }
}

const whyNoVariable = (id: string): string =>
  `‘${id}’ takes no scores: it is measured from images, or not known here. POST /variables makes a variable of your own`

type Of = { plot: FoundPlot; variable: OwnVariable; at: string; problem: (field: string, message: string) => void }

function scoreOf(written: WrittenObservation, { plot, variable, at, problem }: Of): Score[] {
  const { trialId, plotId } = plot
  const read = readValue(written.value, variable)
  if ('problem' in read) {
    problem('value', read.problem)
    return []
  }
  // The day as it is in the field, whatever it is in UTC.
  const takenOn = written.observationTimeStamp?.slice(0, 10) ?? null
  return [{ at, trialId, plotId, variable, takenOn, references: referencesOf(written), ...read }]
}
