// Between a trial and its study in a breeding database of others, which speaks BrAPI.
import { dayOf } from '../dates.ts'

/** From the database into the trial, or from the trial into the database. */
export const EXCHANGE_DIRECTIONS = ['pull', 'push'] as const
export type ExchangeDirection = (typeof EXCHANGE_DIRECTIONS)[number]

/** What would be exchanged is said before anything is written. */
export const EXCHANGE_STEPS = ['compare', 'write'] as const
export type ExchangeStep = (typeof EXCHANGE_STEPS)[number]

export const DATABASE_URL_MAX = 500
export const DATABASE_TOKEN_MAX = 4000
export const STUDY_ID_MAX = 200
export const VARIABLE_ID_MAX = 100
export const VARIABLE_NAME_MAX = 200
/** Of an account. */
export const TRAIT_NAMES_MAX = 200

/** What a value or a plot is on both sides. */
export type ExchangeCounts = {
  /** The same here and there. */
  same: number
  /** Only where it comes from. */
  added: number
  /** Another one where it goes to. */
  changed: number
  refused: number
}

export type ExchangeReport = {
  study: string
  plots: {
    matched: number
    /** What says that two plots are the same one; null where none are. */
    by: MatchedBy | null
    onlyHere: number
    onlyThere: number
  }
  /** Names of plots and genotypes, or variables on a day. */
  items: ({ what: string; there: string | null } & ExchangeCounts)[]
  /** Why something isn't exchanged, with the first ones that it is true of. */
  refused: { reason: string; count: number; examples: string[] }[]
  /** Of the variables there, to choose from. */
  variables: string[]
  /** Once it was written: how many values and names, and how many of them were read back as they were sent. */
  written: { sent: number; kept: number } | null
}

export type MatchedBy = 'name' | 'number' | 'place'

/**
 * The name of a variable on a day. Some databases have a variable for each day of the year, which is written {day}.
 * Null where it takes a day and there is none.
 */
export function variableNameOn(template: string, day: string | null): string | null {
  if (!template.includes('{day}')) return template
  if (day === null) return null
  return template.replaceAll('{day}', String(dayOf(day) - dayOf(`${day.slice(0, 4)}-01-01`) + 1))
}
