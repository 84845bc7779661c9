// Which column of a table, or which property of shapes, says what of a plot.
import { isNull } from '../tables/missing.ts'
import { NAMES, type PlotRole } from './names.ts'
import { looseId, wholeText } from './plot-ids.ts'
import { placeAmong, wordOf } from './title-words.ts'

/** A title and the texts of its cells, in the order of the lines. */
export type TextColumn = { title: string; texts: readonly string[] }

/** The place of the column for each role that has one. */
export type Roles = Partial<Record<PlotRole, number>>

const ROLES = Object.keys(NAMES).filter((role): role is PlotRole => role in NAMES)

/** The roles that titles name. */
export const namedRoles = (titles: readonly string[]): PlotRole[] =>
  ROLES.filter((role) => titles.some((title) => title !== '' && placeAmong(title, NAMES[role]) !== undefined))

export const isNamed = (title: string): boolean => namedRoles([title]).length > 0

/** By the titles, and by what stands below them where a title is used for two things. `known` are ids of plots. */
export function rolesIn(columns: readonly TextColumn[], known?: ReadonlySet<string>): Roles {
  const facts = columns.map(factsOf)
  const plotId = plotIdIn(facts, known)
  const roles: Roles = plotId === undefined ? {} : { plotId: plotId.at }
  const free = facts.filter((one) => one !== plotId && one.count > 0)
  for (const role of ROLES) {
    if (role === 'plotId') continue
    const [best] = placed(
      free.filter((one) => fits(role, one, plotId)),
      role,
    )
    if (best) roles[role] = best.at
  }
  return withRanges(roles, free)
}

type Facts = TextColumn & {
  at: number
  word: string
  /** Of texts that are there. */
  count: number
  distinct: number
}

function factsOf({ title, texts }: TextColumn, at: number): Facts {
  const there = texts.filter((text) => !isNull(text))
  return { title, texts, at, word: wordOf(title), count: there.length, distinct: new Set(there).size }
}

/** The columns that a title names for a role, the likeliest first. */
function placed(facts: readonly Facts[], role: PlotRole): Facts[] {
  const found = facts.flatMap((one) => {
    const place = placeAmong(one.title, NAMES[role])
    return place === undefined ? [] : [{ one, place }]
  })
  return found.toSorted((a, b) => a.place - b.place || a.one.at - b.one.at).map(({ one }) => one)
}

const KNOWN_MIN = 0.8

/** Each has another one. */
const isDistinct = ({ count, distinct }: Facts): boolean => distinct === count
/** As when plots are numbered in each replicate. */
const isRepeated = ({ count, distinct }: Facts): boolean => distinct <= count / 2

function plotIdIn(facts: readonly Facts[], known: ReadonlySet<string> | undefined): Facts | undefined {
  const named = placed(facts, 'plotId').filter(({ count }) => count > 0)
  if (known && known.size > 0) {
    const ids = new Set([...known].map(looseId))
    const knownIn = ({ texts }: Facts) => new Set(texts.map(looseId).filter((id) => ids.has(id))).size
    const [best] = named.map((one) => ({ one, of: knownIn(one) })).toSorted((a, b) => b.of - a.of)
    if (best && best.of > 0) return best.one
    const byContent = facts.filter((one) => {
      const of = knownIn(one)
      return of > 1 && of >= KNOWN_MIN * one.count && of >= KNOWN_MIN * Math.min(one.count, ids.size)
    })
    if (byContent.length === 1) return byContent[0]
  }
  // Beside names and numbers of plots, plot_id is the key of a database.
  const isKey = ['plotname', 'plotnumber'].every((name) => named.some(({ word }) => word === name))
  const ordered = isKey ? named.toSorted((a, b) => Number(a.word === 'plotid') - Number(b.word === 'plotid')) : named
  // A name is that of a plot only where each plot has another.
  const usable = ordered.filter((one) => one.word !== 'name' || isDistinct(one))
  return usable.find((one) => !isRepeated(one)) ?? usable[0]
}

const GRID_MAX = 5000
const WHOLE = /^\d{1,4}$/
const PLACES = new Set(['x', 'y', 'positioncoordinatex', 'positioncoordinatey'])

function fits(role: PlotRole, one: Facts, plotId: Facts | undefined): boolean {
  if (PLACES.has(one.word)) return isOfGrid(one)
  // The key of a row in a database has another value in each; one of a germplasm comes back in each replicate.
  if (role === 'genotype' && one.word === 'gid') return !isDistinct(one)
  if (role === 'genotype' && one.word === 'name') return !plotId?.texts.every((text, at) => text === one.texts[at])
  return true
}

/** Rows and columns are small whole numbers without large gaps; metres and degrees aren't. */
function isOfGrid({ texts }: Facts): boolean {
  const there = texts.filter((text) => !isNull(text)).map(wholeText)
  const numbers = [...new Set(there.map(Number))].toSorted((a, b) => a - b)
  const span = (numbers.at(-1) ?? 0) - (numbers[0] ?? 0) + 1
  return there.every((text) => WHOLE.test(text)) && (numbers.at(-1) ?? 0) <= GRID_MAX && span <= 2 * numbers.length
}

const RANGES = new Set(['range', 'fieldrange', 'fieldmaprange'])

/** A range stands for rows where there are columns beside it. */
function withRanges(roles: Roles, free: readonly Facts[]): Roles {
  const range = free.find(({ word }) => RANGES.has(word))
  const [column] = placed(
    free.filter((one) => !RANGES.has(one.word) && fits('column', one, undefined)),
    'column',
  )
  return roles.row === undefined && range && column ? { ...roles, row: range.at, column: column.at } : roles
}
