import { type RawBuilder, sql } from 'kysely'
import { BRAPI_TEXT_MAX } from '#contract/brapi/answers.ts'
import { BRAPI_PAGE_SIZE_MAX, BRAPI_VALUES_MAX } from '#contract/brapi/brapi.ts'
import { type Noun, PARAMETERS, pluralOf } from '#contract/brapi/parameters.ts'
import { errorAt } from '#domain/errors.ts'
import { allOf } from '../../lists/search.ts'
import { LEVELS } from './levels.ts'
import type { Paging } from './page.ts'

/** What must be so, by the names of a query: one of the values of each. */
export type Wanted = Readonly<Partial<Record<string, readonly string[]>>>

/** Rows are sorted upwards where nothing else is asked for. */
export const directionOf = (wanted: Wanted): 'asc' | 'desc' =>
  /^desc/i.test(wanted['sortOrder']?.[0] ?? '') ? 'desc' : 'asc'

/** For queries: each of these columns has one of the values that are asked for by its name. */
export const hasWanted = (columns: Readonly<Record<string, RawBuilder<unknown>>>, wanted: Wanted) =>
  allOf(
    Object.entries(columns).flatMap(([name, column]) => {
      const values = wanted[name]
      return values ? [sql<boolean>`${column} = any(${values}::text[])`] : []
    }),
  )

/** `unknown` are names that the standard doesn't have for this call. */
export type Asked = { wanted: Wanted; paging: Paging; unknown: readonly string[] }

type Parameters = { page?: number | undefined; pageSize?: number | undefined } & Record<string, unknown>

export function askedOf(noun: Noun, { page = 0, pageSize = BRAPI_PAGE_SIZE_MAX, ...query }: Parameters): Asked {
  const known = new Set<string>(PARAMETERS[noun])
  const entries = Object.entries(query).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, [value]] as const] : [],
  )
  return {
    wanted: withLevels(Object.fromEntries(entries.filter(([name]) => known.has(name)))),
    paging: { page, pageSize },
    unknown: entries.map(([name]) => name).filter((name) => !known.has(name)),
  }
}

/** The same for the body of a search, which has lists. @throws AppError 'invalid' */
export function askedBySearch(noun: Noun, { page = 0, pageSize = BRAPI_PAGE_SIZE_MAX, ...body }: Parameters): Asked {
  const names = new Map(PARAMETERS[noun].map((name) => [pluralOf(name), name]))
  const wanted: Record<string, readonly string[]> = {}
  const unknown: string[] = []
  for (const [key, value] of Object.entries(body)) {
    if (value === null || value === undefined) continue
    const name = names.get(key)
    const levels = LEVEL_LISTS.get(key)
    if (levels !== undefined) Object.assign(wanted, levelsIn(levels, value))
    else if (name === undefined) unknown.push(key)
    else {
      const values = valuesOf(key, value)
      // Clients send empty lists for what they don't ask for.
      if (values.length > 0) wanted[name] = values
    }
  }
  return { wanted: withLevels(wanted), paging: { page, pageSize: Math.min(pageSize, BRAPI_PAGE_SIZE_MAX) }, unknown }
}

function valuesOf(key: string, given: unknown): string[] {
  const list: unknown[] = Array.isArray(given) ? given : [given]
  const values = list.map((value) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined,
  )
  const texts = values.filter((value) => value !== undefined)
  const message =
    texts.length < list.length
      ? 'This is not a list of texts'
      : texts.length > BRAPI_VALUES_MAX
        ? `At most ${BRAPI_VALUES_MAX} values`
        : texts.some(({ length }) => length > BRAPI_TEXT_MAX)
          ? `At most ${BRAPI_TEXT_MAX} characters`
          : undefined
  if (message) throw errorAt(key, message)
  return texts
}

const LEVEL_LISTS = new Map([
  ['observationLevels', 'observationUnitLevel'],
  ['observationLevelRelationships', 'observationUnitLevelRelationship'],
])

/** Of a search: objects with name, order and code. */
function levelsIn(prefix: string, given: unknown): Record<string, string[]> {
  const levels = (Array.isArray(given) ? given : []) as Record<string, unknown>[]
  const of = (part: 'levelName' | 'levelOrder' | 'levelCode') =>
    levels.flatMap((level) => {
      const value = level?.[part]
      return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
    })
  const found = { Name: of('levelName'), Order: of('levelOrder'), Code: of('levelCode') }
  return Object.fromEntries(
    Object.entries(found).flatMap(([part, values]) => (values.length === 0 ? [] : [[prefix + part, values]])),
  )
}

/** A level by its place in the order is the level of that name, as is the short form of tables. */
function withLevels({ observationLevel, ...wanted }: Record<string, readonly string[]>): Wanted {
  let named: Record<string, readonly string[]> = { ...wanted }
  if (observationLevel) named['observationUnitLevelName'] ??= observationLevel
  for (const prefix of LEVEL_LISTS.values()) {
    // Other databases write PLOT.
    const names = named[`${prefix}Name`]
    if (names) named[`${prefix}Name`] = names.map((name) => name.toLowerCase())
    const { [`${prefix}Order`]: orders, ...others } = named
    if (!orders) continue
    named = { ...others, [`${prefix}Name`]: orders.map((order) => LEVELS[Number(order)] ?? `level ${order}`) }
  }
  return named
}
