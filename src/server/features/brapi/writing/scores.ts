import { z } from 'zod'
import type { brapiReference } from '#contract/brapi/rows.ts'
import type { WrittenObservation } from '#contract/brapi/writing.ts'
import { AppError, type ErrorCode, type FieldError } from '#domain/errors.ts'
import { OWN_NUMBER_MAX } from '#domain/trials.ts'
import type { Actor } from '../../../actor.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import { audit } from '../../../audit.ts'
import { requireRoom, writeColumn } from '../../trials/own-columns/save-own-column.ts'
import type { OwnVariable } from './find-variables.ts'

export type StoredValue = string | number | null

/** A value of a plot for a day or none, to be written. `at` is where it stands in what was sent. */
export type Score = {
  at: string
  trialId: string
  plotId: string
  variable: OwnVariable
  takenOn: string | null
  value: StoredValue
  /** The id of the observation that it changes; another value in its place is a conflict without one. */
  changes?: string
  /** What was in its place when it was chosen: another value since is a conflict, too. */
  seen?: StoredValue
  /** What its sender knows it by. */
  references?: readonly Reference[]
}
type Reference = z.output<typeof brapiReference>

const NAMED_MAX = 20

/** @throws AppError with a line for each */
export function refuse(errors: readonly FieldError[], as: ErrorCode = 'invalid'): void {
  if (errors.length > 0) throw new AppError(as, errors[0]?.message ?? '', { errors: errors.slice(0, NAMED_MAX) })
}

export const referencesOf = ({ externalReferences }: Pick<WrittenObservation, 'externalReferences'>): Reference[] =>
  (externalReferences ?? []).map(({ referenceId, referenceID, referenceSource }) => ({
    referenceId: referenceId ?? referenceID ?? '',
    referenceSource: referenceSource ?? '',
  }))

/** As R and Field Book write that there is no value. */
const NO_VALUE = 'NA'

/** A value as it is stored, or what is wrong with it. */
export function readValue(
  given: string | null | undefined,
  { name, valueType }: OwnVariable,
): { value: StoredValue } | { problem: string } {
  const text = given?.trim() ?? ''
  if (text === '' || (text === NO_VALUE && (valueType === 'number' || valueType === 'date'))) return { value: null }
  const number = /^[-+.\deE]+$/.test(text) ? Number(text) : Number.NaN
  const isNumber = Number.isFinite(number) && Math.abs(number) <= OWN_NUMBER_MAX
  if (valueType === 'number' && !isNumber)
    return { problem: `‘${text}’ is not a number with a decimal point, which ‘${name}’ takes` }
  if (valueType !== 'date') return { value: valueType !== 'text' && isNumber ? number : text }
  const day = z.iso.date().safeParse(/^\d/.test(text.slice(10)) ? '' : text.slice(0, 10))
  return day.success
    ? { value: day.data }
    : { problem: `‘${text}’ is not a date such as 2026-07-01, which ‘${name}’ takes` }
}

/** Writes scores into own columns, by trial, name and day. Returns the id of the column of each. @throws AppError 'conflict' */
export async function writeScores(
  trx: Database,
  actor: Actor,
  { scores, at }: { scores: readonly Score[]; at: Date },
): Promise<string[]> {
  const columns = new Map<string, string>()
  for (const group of Map.groupBy(scores, keyOf).values()) columns.set(...(await writeGroup(trx, actor, { group, at })))
  for (const trialId of new Set(scores.map((score) => score.trialId))) await requireRoom(trx, trialId)
  return scores.map((score) => columns.get(keyOf(score)) ?? '')
}

const keyOf = ({ trialId, variable, takenOn }: Score): string => JSON.stringify([trialId, variable.name, takenOn])

async function writeGroup(
  trx: Database,
  actor: Actor,
  { group, at }: { group: readonly Score[]; at: Date },
): Promise<[key: string, columnId: string]> {
  const [first] = group
  if (!first) throw new Error('A group has a score')
  const { trialId, variable, takenOn } = first
  const { name, unit, valueType } = variable
  const stored = await trx
    .selectFrom('trialColumns')
    .select(['unit', 'plotValues'])
    .where('trialId', '=', trialId)
    .where('name', '=', name)
    .where('takenOn', 'is not distinct from', takenOn)
    .executeTakeFirst()
  const day = takenOn === null ? 'without a day' : `of ${takenOn}`
  if (stored && stored.unit !== unit) {
    const message = `‘${name}’ ${day} has the unit ${stored.unit ?? 'none'} here, not ${unit ?? 'none'}`
    refuse([{ field: first.at, message }], 'conflict')
  }
  const values = new Map<string, StoredValue>(Object.entries(stored?.plotValues ?? {}))
  const problems: FieldError[] = []
  const seen = new Map<string, StoredValue>()
  for (const score of group) {
    const { plotId, value } = score
    const stands = values.get(plotId) ?? null
    const isKnown = score.changes !== undefined || score.seen === stands
    const there = seen.has(plotId) ? seen.get(plotId) : isKnown ? null : stands
    const isStale = score.seen !== undefined && score.seen !== stands
    if (isStale || (there !== null && there !== undefined && there !== value))
      problems.push({
        field: score.at,
        message: `Plot ${plotId} has ‘${name}’ = ${there} ${day}, and ${value ?? 'nothing'} was sent. Change it with PUT /observations`,
      })
    seen.set(plotId, value)
  }
  refuse(problems, 'conflict')
  const written = [...seen].map(([plotId, value]) => ({ plotId, value }))
  const column = { trialId, name, unit: unit ?? undefined, takenOn, valueType: valueType ?? undefined }
  const columnId = await writeColumn(trx, { ...column, values: written }, { authorId: actor.userId, changedAt: at })
  const after = { name, ...(takenOn !== null && { takenOn }), plots: written.length }
  await audit(trx, actor, { at, action: 'trial.column-saved', subject: `trial:${trialId}`, after })
  return [keyOf(first), columnId]
}
