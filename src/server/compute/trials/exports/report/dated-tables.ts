import { type Markup, markup } from '#domain/markup.ts'

/** Dates of one table; more would be wider than a page. */
const DATES_MAX = 7
/** A long table of few columns stands beside itself on paper. */
const [FEW_DATES, MANY_ROWS] = [2, 30]
/** Of a table that is not broken. */
const KEPT_ROWS = 25

export type Dated = {
  caption: string
  /** Headings of the columns before the dates. */
  lead: Markup
  dates: readonly string[]
  rows: readonly { lead: Markup; cells: readonly string[]; isAll?: boolean }[]
}

/** A table with a column for each date; of many dates, one after the other. */
export function datedTables({ caption, lead, dates, rows }: Dated): Markup {
  const parts = Math.max(1, Math.ceil(dates.length / DATES_MAX))
  const size = Math.ceil(dates.length / parts)
  const tables = Array.from({ length: parts }, (_, part) => {
    const [from, to] = [part * size, Math.min(dates.length, (part + 1) * size)]
    const which = parts > 1 ? `, dates ${from + 1} to ${to} of ${dates.length}` : ''
    const headings = dates.slice(from, to).map(headingOf)
    const lines = rows.map(({ lead: first, cells, isAll }) => {
      const texts = cells.slice(from, to).map((cell) => markup`<td class="n">${cell}</td>`)
      return markup`<tr${isAll ? markup` class="all"` : markup``}>${first}${texts}</tr>`
    })
    return markup`<table${rows.length <= KEPT_ROWS ? markup` class="kept"` : markup``}><caption>${caption}${which}</caption><thead><tr>${lead}${headings}</tr></thead><tbody>${lines}</tbody></table>`
  })
  const isNarrow = dates.length <= FEW_DATES && rows.length > MANY_ROWS
  return isNarrow ? markup`<div class="beside">${tables}</div>` : markup`${tables}`
}

/** A date is not broken, and a time of day may stand below it. */
function headingOf(moment: string): Markup {
  const parts = moment.split(' ').map((part) => markup`<span>${part}</span> `)
  return markup`<th class="n">${parts}</th>`
}
