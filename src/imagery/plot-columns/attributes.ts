// What the cells of one plot say of it, once it is known which column says what.
import { PLOT_ATTRIBUTES, PLOT_TEXT_MAX, type Plot, type PlotAttribute } from '#domain/trials.ts'
import { UnreadablePlots } from '../geojson/unreadable-plots.ts'
import { isNull } from '../tables/missing.ts'
import { type DayOrder, isOpenDay, readKnownDay } from '../tables/read-date.ts'
import type { PlotRole } from './names.ts'
import { wholeText } from './plot-ids.ts'

const NUMBERS: readonly PlotRole[] = ['plotId', 'row', 'column', 'rep', 'block', 'entry']

/** The text of a role in a line; undefined where there is none. */
export type CellOf = (role: PlotRole) => string | undefined

/** Undefined when the plot has none. */
export const plotIdOf = (cellOf: CellOf): string | undefined => textOf('plotId', cellOf)

/** @throws UnreadablePlots, which names the plot */
export function attributesOf(cellOf: CellOf, plot: string, dayOrder: DayOrder | undefined): Plot['attributes'] {
  const attributes: Plot['attributes'] = {}
  for (const attribute of PLOT_ATTRIBUTES) {
    const text = textOf(attribute, cellOf)
    if (text === undefined) continue
    if (text.length > PLOT_TEXT_MAX) throw new UnreadablePlots(`The ${attribute} of ${plot} is too long.`)
    const value = attribute === 'plantingDate' ? plantingDay(text, plot, dayOrder) : valueOf(attribute, text)
    if (value !== undefined) attributes[attribute] = value
  }
  return attributes
}

function textOf(role: PlotRole, cellOf: CellOf): string | undefined {
  const text = cellOf(role)?.trim() ?? ''
  if (isNull(text)) return undefined
  return NUMBERS.includes(role) ? wholeText(text) : text
}

/** A column may say only whether an entry is a check, or use the codes of BMS; PostgreSQL writes `t` for true. */
function valueOf(attribute: PlotAttribute, text: string): string | undefined {
  if (attribute !== 'entryType') return text
  if (/^(?:T|test entry)$/i.test(text) && text !== 't') return 'test'
  if (/^(?:1|true|t|yes|y|x|c|check entry)$/i.test(text)) return 'check'
  return /^(?:0|false|f|no|n)$/i.test(text) ? undefined : text
}

function plantingDay(text: string, plot: string, dayOrder: DayOrder | undefined): string {
  const day = readKnownDay(text, dayOrder)
  if (day !== undefined) return day
  const isOpen = dayOrder === undefined && isOpenDay(text)
  const why = isOpen ? 'Which number is the day can’t be told. ' : ''
  throw new UnreadablePlots(`The planting date of ${plot} is ‘${text.slice(0, 40)}’. ${why}Write it like 2026-05-03.`)
}
