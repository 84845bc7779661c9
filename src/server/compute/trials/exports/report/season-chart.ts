import { dayOf } from '#domain/dates.ts'
import { type Markup, markup } from '#domain/markup.ts'
import { valueText } from '#domain/trial-words.ts'
import { ticksOf } from '#imagery/traits/derived/ticks.ts'
import { type Line, meanOf, type ReportTrait } from './figures.ts'

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [720, 260, 60, 30, 10, 28]
/** Thin lines. With more there is only the mean. */
const LINES_MAX = 400
const TICKS = 4
const LABEL_WIDTH = 74

/** A thin line for each genotype or plot, and the mean of all plots. Nothing with fewer than two dates. */
export function seasonChart({ columns: all, name, unit }: ReportTrait, allLines: readonly Line[]): Markup {
  const places = [...all.keys()].filter((at) => all[at]?.date)
  const columns = places.flatMap((at) => all[at] ?? [])
  const lines = allLines.map(({ values, ...line }) => ({
    ...line,
    values: places.map((at) => values[at] ?? Number.NaN),
  }))
  const dates = columns.map(({ date }) => date ?? '')
  const days = dates.map(dayOf)
  const means = columns.map(({ values }) => meanOf(values))
  const thin = lines.length <= LINES_MAX ? lines : []
  const known = [...means, ...thin.flatMap(({ values }) => values)].filter(Number.isFinite)
  const [first, last] = [days[0] ?? 0, days.at(-1) ?? 0]
  if (known.length === 0 || last <= first) return markup``
  const low = known.reduce((least, value) => Math.min(least, value))
  const high = Math.max(
    low + 1e-9,
    known.reduce((most, value) => Math.max(most, value)),
  )
  const x = (day: number) => LEFT + ((day - first) / (last - first)) * (WIDTH - LEFT - RIGHT)
  const y = (value: number) => TOP + (1 - (value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM)
  const path = (values: readonly number[]): string =>
    values
      .flatMap((value, at) => (Number.isFinite(value) ? [`${x(days[at] ?? 0).toFixed(1)} ${y(value).toFixed(1)}`] : []))
      .map((point, at) => `${at === 0 ? 'M' : 'L'}${point}`)
      .join('')
  const grid = ticksOf([low, high], TICKS).map(
    (value) =>
      markup`<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}" stroke="#ddd8cb"/><text x="${LEFT - 8}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end">${valueText(value, unit)}</text>`,
  )
  const labels = apart(days.map(x)).map(
    (at) =>
      markup`<text x="${x(days[at] ?? 0).toFixed(1)}" y="${HEIGHT - 8}" text-anchor="middle">${dates[at] ?? ''}</text>`,
  )
  return markup`<svg class="season" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${name} over the season; the table says the same">${grid}${labels}<path d="${thin.map(({ values }) => path(values)).join('')}" fill="none" stroke="#5fa657" stroke-opacity="0.5"/><path d="${path(means)}" fill="none" stroke="#152f4a" stroke-width="3"/></svg>`
}

/** Places of labels that have room beside the one before. */
function apart(places: readonly number[]): number[] {
  let end = Number.NEGATIVE_INFINITY
  return places.flatMap((place, at) => {
    if (place < end) return []
    end = place + LABEL_WIDTH
    return [at]
  })
}
