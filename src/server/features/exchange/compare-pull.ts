import type { ExchangeCounts } from '#domain/exchange/exchange.ts'
import { OWN_NAME_MAX, OWN_TEXT_MAX, OWN_UNIT_MAX, type ValueType } from '#domain/trials.ts'
import type { OwnVariable } from '../brapi/writing/find-variables.ts'
import { readValue, type Score, type StoredValue } from '../brapi/writing/scores.ts'
import type { ActiveExchange } from './active-exchange.ts'
import type { ValueThere, VariableThere } from './read-study.ts'
import { type Refusals, refuser } from './refusals.ts'

/** The values of a variable on a day or none, by plot here. */
export type ColumnThere = { variableId: string; takenOn: string | null; values: Map<string, ValueThere[]> }

const TYPES = new Map<string, ValueType>([
  ['numerical', 'number'],
  ['duration', 'number'],
  ['date', 'date'],
  ['text', 'text'],
  ['code', 'text'],
  ['nominal', 'text'],
])

/** What own columns of variables would be, by their ids. Two of one name would be one column. */
export function ownVariablesOf(variables: readonly VariableThere[], refusals: Refusals): Map<string, OwnVariable> {
  const found = new Map<string, OwnVariable>()
  for (const [name, namesakes] of Map.groupBy(variables, (one) => one.name.trim())) {
    const [variable, ...others] = namesakes
    const unit = variable?.unit?.trim() || null
    if (!variable || others.length > 0) refusals.add('Variables of the study with one name', name, namesakes.length)
    else if (name.length > OWN_NAME_MAX || (unit ?? '').length > OWN_UNIT_MAX)
      refusals.add('Variables with a name or a unit that is too long', name)
    // Of ordinal scales and unknown ones, the values say what they are.
    else found.set(variable.id, { name, unit, valueType: TYPES.get(variable.dataType.toLowerCase()) ?? null })
  }
  return found
}

type To = { own: OwnVariable; counts: ExchangeCounts; refusals: Refusals }

/** The values of a column that aren't here, or are others here; what is the same or can't be taken is counted. */
export async function comparePull(
  { deps: { db }, trial }: ActiveExchange,
  { takenOn, values }: ColumnThere,
  { own, counts, refusals }: To,
): Promise<Score[]> {
  const stored = await db
    .selectFrom('trialColumns')
    .select(['unit', 'plotValues'])
    .where('trialId', '=', trial.id)
    .where('name', '=', own.name)
    .where('takenOn', 'is not distinct from', takenOn)
    .executeTakeFirst()
  const here = new Map<string, StoredValue>(Object.entries(stored?.plotValues ?? {}))
  const refuse = refuser(refusals, counts)
  const scores: Score[] = []
  for (const [plotId, [first, ...others]] of values) {
    if (!first) continue
    const read = readPlain(first.value, own)
    const example = `Plot ${plotId}: ${own.name} ${first.value.slice(0, EXAMPLE_MAX)}`
    if ('problem' in read) refuse('Values that are no numbers or dates, as their variable has', example)
    else if (first.value.length > OWN_TEXT_MAX) refuse(`Texts of more than ${OWN_TEXT_MAX} characters`, example)
    else if (others.some(({ value }) => value !== first.value)) refuse('Several values of a plot on one day', example)
    else if (stored && stored.unit !== own.unit) refuse('The column of this name has another unit here', example)
    else {
      const seen = here.get(plotId) ?? null
      if (seen === read.value) counts.same += 1
      else {
        counts[seen === null ? 'added' : 'changed'] += 1
        scores.push({ at: own.name, trialId: trial.id, plotId, variable: own, takenOn, value: read.value, seen })
      }
    }
  }
  return scores
}

const EXAMPLE_MAX = 100

/** Of a variable that may be anything, 007 and 1E3 stay as they are. */
function readPlain(text: string, own: OwnVariable): ReturnType<typeof readValue> {
  const read = readValue(text, own)
  const isGuess = own.valueType === null && 'value' in read && typeof read.value === 'number'
  return isGuess && String(read.value) !== text ? { value: text } : read
}
