import type { WrittenObservation } from '#contract/brapi/writing.ts'
import type { FieldError } from '#domain/errors.ts'
import type { Actor } from '../../../actor.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { lockTrial, studiesOf } from '../../trials/queries.ts'
import { ownVariableIdOf } from '../../trials/variable-ids.ts'
import { unitIdOf } from '../ids.ts'
import { metadataOf } from '../page.ts'
import { findPlots } from './find-plots.ts'
import { presentScores } from './present-scores.ts'
import { readValue, referencesOf, refuse, type Score, writeScores } from './scores.ts'

/** Changes scores by their ids. One of another day moves there, and its id with it. */
export async function changeObservations(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  written: Readonly<Record<string, WrittenObservation>>,
) {
  const data = await db.transaction().execute(async (trx) => {
    const { scores, moved } = await readChanges(trx, actor, written)
    const plots = await findPlots(
      trx,
      scores.map(({ trialId, plotId }) => unitIdOf(trialId, { plotId })),
    )
    refuse(
      scores
        .filter(({ trialId, plotId }) => !plots.has(unitIdOf(trialId, { plotId })))
        .map(({ at, plotId }) => ({ field: at, message: `Plot ${plotId} is no longer in this study` })),
    )
    const at = now()
    if (moved.length > 0) await writeScores(trx, actor, { scores: moved, at })
    const columnIds = await writeScores(trx, actor, { scores, at })
    return presentScores(trx, actor, { scores, plots, columnIds })
  })
  return { metadata: metadataOf({ page: 0, pageSize: Math.max(1, data.length) }, data.length), result: { data } }
}

/** @throws AppError 'not-found' when one of them is no score that the person may see */
async function readChanges(trx: Database, actor: Actor, written: Readonly<Record<string, WrittenObservation>>) {
  const ids = Object.keys(written)
  const columns = await trx
    .selectFrom('trialColumns')
    .select(['id', 'trialId', 'name', 'unit', 'valueType', 'takenOn'])
    .where('id', 'in', ['', ...ids.map(columnOf)])
    .where('trialId', 'in', studiesOf(trx, actor).select('trials.id'))
    .execute()
  for (const trialId of [...new Set(columns.map((column) => column.trialId))].toSorted())
    await lockTrial(trx, actor, trialId)
  const byId = new Map(columns.map((column) => [column.id, column]))
  const [scores, moved, errors, missing]: [Score[], Score[], FieldError[], FieldError[]] = [[], [], [], []]
  for (const [id, { value, observationTimeStamp, ...about }] of Object.entries(written)) {
    const column = byId.get(columnOf(id))
    const prefix = column && `${column.id}:${ownVariableIdOf(column)}:`
    if (!column || !prefix || !id.startsWith(prefix)) {
      missing.push({ field: id, message: 'This is no score that you may change. What is measured from images stays' })
      continue
    }
    const plotId = id.slice(prefix.length)
    const { name, unit, valueType, trialId, takenOn } = column
    const day = observationTimeStamp?.slice(0, 10) ?? takenOn
    const other = whyOther(about, { unitId: unitIdOf(trialId, { plotId }), variableId: ownVariableIdOf(column) })
    if (other) errors.push({ field: id, message: other })
    const score = { at: id, trialId, plotId, variable: { name, unit, valueType }, references: referencesOf(about) }
    const read = readValue(value, score.variable)
    if ('problem' in read) errors.push({ field: id, message: read.problem })
    else if (day === takenOn) scores.push({ ...score, takenOn, ...read, changes: id })
    else {
      scores.push({ ...score, takenOn: day, ...read })
      moved.push({ ...score, takenOn, value: null, changes: id })
    }
  }
  refuse(missing, 'not-found')
  refuse(errors)
  return { scores, moved }
}

const columnOf = (id: string): string => id.split(':', 1)[0] ?? ''

type Id = { unitId: string; variableId: string }

/** An observation is of a plot and a variable for good. */
function whyOther(
  { observationUnitDbId: unit, observationVariableDbId: variable }: Partial<WrittenObservation>,
  { unitId, variableId }: Id,
): string | undefined {
  if (unit && unit !== unitId) return `This score is of ${unitId}. Send one of another plot as a new one (POST)`
  if (variable && variable !== variableId)
    return `This score is of ${variableId}. Send one of another variable as a new one (POST)`
  return undefined
}
