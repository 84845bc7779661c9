// Dates as people write them.

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/
/** Day and month in either order. */
const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?: .*)?$/
const DAY_MONTH = /^(\d{1,2})[\s-]([A-Za-z]{3,9})\.?[\s-](\d{4})$/
const MONTH_DAY = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})$/
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/**
 * Reads the dates of a column as 2026-08-15; undefined of what is none. With points the day stands first. With slashes or hyphens
 * a number above 12 in the column tells the day from the month; where none does, 5/6/2026 is no date.
 */
export function dateReader(texts: readonly string[]): (text: string) => string | undefined {
  const pairs = texts.flatMap((text) => {
    const [, first, mark, second] = NUMBERS.exec(text) ?? []
    return first === undefined || mark === '.' ? [] : [[Number(first), Number(second)] as const]
  })
  const isDayFirst = pairs.some(([first]) => first > 12)
  const isMonthFirst = pairs.some(([, second]) => second > 12)
  return (text) => {
    const [, year, month, day] = ISO.exec(text) ?? []
    if (year !== undefined) return dateOf(year, month, day)
    const [, first, mark, second, ofYear] = NUMBERS.exec(text) ?? []
    if (first !== undefined) {
      if (mark === '.' || (isDayFirst && !isMonthFirst)) return dateOf(ofYear, second, first)
      return isMonthFirst && !isDayFirst ? dateOf(ofYear, first, second) : undefined
    }
    const [, before, name, after] = DAY_MONTH.exec(text) ?? []
    if (name !== undefined) return dateOf(after, monthOf(name), before)
    const [, word, dayOfMonth, last] = MONTH_DAY.exec(text) ?? []
    return word === undefined ? undefined : dateOf(last, monthOf(word), dayOfMonth)
  }
}

const monthOf = (name: string): string => String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1)

/** Undefined when there is no such day. */
function dateOf(year = '', month = '', day = ''): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : undefined
}
