// Days as people and programs write them. A time behind one is left out: the day is the local one that is written.

/** Whether 5/6/2026 is in June or in May. */
export type DayOrder = 'day-first' | 'month-first'

const BY_YEAR = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?=$|[T\s])/
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})(?=$|[T\s])/
/** Two digits of a year are of this century; with hyphens they may come first. */
const BY_NUMBERS = /^(\d{1,2})(?:([/.]) ?(\d{1,2})\2 ?(\d{4}|\d{2})|-(\d{1,2})-(\d{4}))(?=$|[T\s])/
const DAY_AND_WORD =
  /^(\d{1,2})(?:st|nd|rd|th)?[-/.\s]{1,2}(?:de |of )?(\p{L}{3,12})\.?[-/,\s]{1,2}(?:de )?(\d{4}|\d{2})(?=$|[T\s])/u
const WORD_AND_DAY = /^(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?=$|[T\s])/u
/** As spreadsheets count days, from 1980 to 2079. */
const SERIAL = /^(?:29[2-9]\d{2}|[3-5]\d{4}|6[0-5]\d{3})(?:[.,]\d{1,12})?$/
const SERIAL_OF_1970 = 25_569
const DAY_MS = 86_400_000
const CHARACTERS_MAX = 60

/** By their starts, which tell them apart: of English, German, French, Spanish, Portuguese, Italian, Dutch and Polish. */
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'ene', 'gen', 'sty'],
  ['feb', 'fev', 'lut'],
  ['mar', 'mrz', 'maa', 'mrt'],
  ['apr', 'avr', 'abr', 'kwi'],
  ['may', 'mai', 'mag', 'mei', 'maj'],
  ['jun', 'juin', 'giu', 'cze'],
  ['jul', 'juil', 'lug', 'lip'],
  ['aug', 'aou', 'ago', 'sie'],
  ['sep', 'set', 'wrz'],
  ['oct', 'okt', 'out', 'ott', 'paz'],
  ['nov', 'lis'],
  ['dec', 'dez', 'dic', 'dis', 'gru'],
]

type Parts = readonly [year: number, month: number, day: number]

/** The day such as 2026-05-03, by each order of day and month; undefined for none. */
function readingsOf(cell: string): Record<DayOrder, string | undefined> {
  const text = cell.length > CHARACTERS_MAX ? '' : cell.trim()
  const sure = BY_YEAR.exec(text)
  if (sure) return same([sure[1], sure[3], sure[4]].map(Number))
  const compact = COMPACT.exec(text)
  if (compact) return same(compact.slice(1, 4).map(Number))
  const worded = DAY_AND_WORD.exec(text)
  if (worded) return same([yearOf(worded[3]), monthOf(worded[2]), Number(worded[1])])
  const american = WORD_AND_DAY.exec(text)
  if (american) return same([Number(american[3]), monthOf(american[1]), Number(american[2])])
  const [, first, mark, marked, short, hyphened, long] = BY_NUMBERS.exec(text) ?? []
  const [one, two, year] = [Number(first), Number(marked ?? hyphened), short ?? long]
  // With points, the day is first in each country that writes so.
  return {
    'day-first': dayOf([yearOf(year), two, one]),
    'month-first': dayOf(mark === '.' ? [yearOf(year), two, one] : [yearOf(year), one, two]),
  }
}

function same([year = Number.NaN, month = Number.NaN, day = Number.NaN]: readonly number[]) {
  const iso = dayOf([year, month, day])
  return { 'day-first': iso, 'month-first': iso }
}

const yearOf = (text = ''): number => (text.length === 2 ? 2000 + Number(text) : Number(text))

function monthOf(word = ''): number {
  const plain = word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  return MONTHS.findIndex((starts) => starts.some((start) => plain.startsWith(start))) + 1
}

function serialParts(serial: number): Parts {
  const at = new Date((serial - SERIAL_OF_1970) * DAY_MS)
  return [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()]
}

function dayOf([year, month, day]: Parts): string | undefined {
  const at = new Date(Date.UTC(year, month - 1, day))
  const isDay = year >= 1900 && year < 2100 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return isDay ? at.toISOString().slice(0, 10) : undefined
}

/**
 * The order in which the days of one table are written: that which all of them allow. Undefined where both do, so that a person is
 * asked, and where none does.
 */
export function dayOrderOf(texts: Iterable<string>): DayOrder | undefined {
  let [dayFirst, monthFirst] = [false, false]
  for (const text of texts) {
    const readings = readingsOf(text)
    if (readings['day-first'] === readings['month-first']) continue
    if (readings['month-first'] === undefined) dayFirst = true
    if (readings['day-first'] === undefined) monthFirst = true
  }
  return dayFirst === monthFirst ? undefined : dayFirst ? 'day-first' : 'month-first'
}

/** Whether a text is two days, by the order of day and month. */
export function isOpenDay(text: string): boolean {
  const { 'day-first': one, 'month-first': other } = readingsOf(text)
  return one !== undefined && other !== undefined && one !== other
}

/** Whether days of a table may be read in two ways, and nothing in it tells. */
export const isOrderOpen = (texts: readonly string[]): boolean =>
  texts.some(isOpenDay) && dayOrderOf(texts) === undefined

/** A day such as 2026-05-03, by the text alone; undefined for what is none, or what can't be told without an order. */
export function readDay(text: string, order?: DayOrder): string | undefined {
  const readings = readingsOf(text)
  if (order) return readings[order]
  return isOpenDay(text) ? undefined : (readings['day-first'] ?? readings['month-first'])
}

/** Of a cell that is known to hold a day: also one that a spreadsheet wrote as its number. */
export const readKnownDay = (text: string, order?: DayOrder): string | undefined =>
  SERIAL.test(text.trim()) ? dayOf(serialParts(Number.parseInt(text, 10))) : readDay(text, order)
