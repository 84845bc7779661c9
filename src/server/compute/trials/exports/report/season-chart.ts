import { dayOf } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { type Markup, markup } from '#domain/markup.ts'
import { unitText, valueText } from '#domain/trial-words.ts'
import { ticksOf } from '#imagery/traits/derived/ticks.ts'
import type { ExportColumn } from '../export-table.ts'
import { type Line, meanOf, type ReportTrait } from './figures.ts'
import { lastOf, namedOf, spread } from './line-labels.ts'

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [720, 300, 60, 150, 26, 40]
/** Thin lines. With more there is only the mean. */
const LINES_MAX = 400
const TICKS = 5
const LABEL_WIDTH = 74
const LABEL_HEIGHT = 12
/** Of a name that is too long, in characters. */
const [NAME_MAX, NAME_START] = [22, 10]
const [INK, MUTED, GRID, GREEN] = ['#152f4a', '#4a5a6b', '#ddd8cb', '#2b8c5a']

type Chart = {
  days: number[]
  x: (day: number) => number
  y: (value: number) => number
  low: number
  high: number
}

/** A thin line for each genotype or plot, and the mean of all plots. Nothing with fewer than two dates. */
export function seasonChart(trait: ReportTrait, allLines: readonly Line[], what: 'genotype' | 'plot'): Markup {
  const { name, unit } = trait
  const places = [...trait.columns.keys()].filter((at) => trait.columns[at]?.date)
  const columns = places.flatMap((at) => trait.columns[at] ?? [])
  const lines = allLines.map(({ values, ...line }) => ({
    ...line,
    values: places.map((at) => values[at] ?? Number.NaN),
  }))
  const means = columns.map(({ values }) => meanOf(values))
  const thin = lines.length <= LINES_MAX ? lines : []
  const days = columns.map(({ date }) => dayOf(date ?? ''))
  const chart = chartOf(days, [means, ...thin.map(({ values }) => values)])
  if (!chart) return markup``
  const named = namedOf(thin)
  const axis = [name, unitText(unit)].filter((part) => part !== '').join(', ')
  return markup`<figure class="chart"><svg class="season" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${name} over the season; the table says the same"><text x="0" y="12">${axis}</text><path d="M${LEFT} ${HEIGHT - BOTTOM}H${WIDTH - RIGHT}" stroke="${INK}" stroke-width="0.75"/>${grid(chart, unit)}${dates(chart, columns)}${curves(chart, { thin, named, means })}${labels(chart, { named, means })}</svg><figcaption>${captionOf({ lines, thin, named, columns, what })}</figcaption></figure>`
}

function chartOf(days: number[], all: readonly (readonly number[])[]): Chart | undefined {
  const known = all.flat().filter(Number.isFinite)
  const [first, last] = [days[0] ?? 0, days.at(-1) ?? 0]
  if (known.length === 0 || last <= first) return undefined
  const low = known.reduce((least, value) => Math.min(least, value))
  const high = Math.max(
    low + 1e-9,
    known.reduce((most, value) => Math.max(most, value)),
  )
  return {
    days,
    low,
    high,
    x: (day) => LEFT + ((day - first) / (last - first)) * (WIDTH - LEFT - RIGHT),
    y: (value) => TOP + (1 - (value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM),
  }
}

const grid = ({ low, high, y }: Chart, unit: string): Markup[] =>
  ticksOf([low, high], TICKS).map((value) => {
    const at = y(value).toFixed(1)
    return markup`<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}" stroke="${GRID}"/><text x="${LEFT - 8}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end">${valueText(value, unit)}</text>`
  })

/** Under each date the days after planting, if they are known. */
const dates = ({ days, x }: Chart, columns: readonly ExportColumn[]): Markup[] =>
  apart(days.map(x)).map((at) => {
    const { date, daysAfterPlanting } = columns[at] ?? { date: '', daysAfterPlanting: null }
    const place = x(days[at] ?? 0).toFixed(1)
    const after = daysAfterPlanting === null ? '' : `day ${daysAfterPlanting}`
    return markup`<g text-anchor="middle"><line x1="${place}" x2="${place}" y1="${HEIGHT - BOTTOM}" y2="${HEIGHT - BOTTOM + 4}" stroke="${INK}"/><text x="${place}" y="${HEIGHT - 22}">${date?.slice(0, 10) ?? ''}</text><text x="${place}" y="${HEIGHT - 8}" fill="${MUTED}">${after}</text></g>`
  })

const pathOf = ({ days, x, y }: Chart, values: readonly number[]): string =>
  values
    .flatMap((value, at) => (Number.isFinite(value) ? [`${x(days[at] ?? 0).toFixed(1)} ${y(value).toFixed(1)}`] : []))
    .map((point, at) => `${at === 0 ? 'M' : 'L'}${point}`)
    .join('')

type Drawn = { thin: readonly Line[]; named: readonly Line[]; means: readonly number[] }

function curves(chart: Chart, { thin, named, means }: Drawn): Markup {
  const path = (lines: readonly Line[]): string => lines.map(({ values }) => pathOf(chart, values)).join('')
  const isNamed = new Set(named)
  const plain = thin.filter((line) => !line.isCheck && !isNamed.has(line))
  const checks = thin.filter(({ isCheck }) => isCheck)
  const others = named.filter(({ isCheck }) => !isCheck)
  return markup`<g fill="none"><path d="${path(plain)}" stroke="#98b95a" stroke-opacity="0.6" stroke-width="0.7"/><path d="${path(others)}" stroke="${GREEN}"/><path d="${path(checks)}" stroke="${INK}" stroke-width="1.5" stroke-dasharray="5 3"/><path d="${pathOf(chart, means)}" stroke="${INK}" stroke-width="3"/></g>`
}

/** Each at the end of its line, or beside it with a leader where lines end close to one another. */
function labels(chart: Chart, { named, means }: Omit<Drawn, 'thin'>): Markup[] {
  const all = [
    ...named.map(({ name, values, isCheck }) => ({ name, values, weight: isCheck ? 600 : 400 })),
    { name: 'All plots', values: means, weight: 700 },
  ].flatMap((line) => {
    const value = lastOf(line.values)
    if (value === undefined) return []
    const day = chart.days[line.values.lastIndexOf(value)] ?? 0
    return [{ ...line, x: chart.x(day), y: chart.y(value) }]
  })
  const places = spread(
    all.map(({ y }) => y),
    LABEL_HEIGHT,
    HEIGHT - BOTTOM,
  )
  const left = WIDTH - RIGHT + 18
  return all.map(({ name, weight, x, y }, at) => {
    const place = places[at] ?? y
    return markup`<path d="M${(x + 2).toFixed(1)} ${y.toFixed(1)}L${left - 3} ${place.toFixed(1)}" fill="none" stroke="${MUTED}" stroke-width="0.5" stroke-dasharray="1 2"/><text x="${left}" y="${(place + 4).toFixed(1)}" font-weight="${weight}">${shortName(name)}</text>`
  })
}

/** Names of lines differ at their ends, so that the middle is left out. */
function shortName(name: string): string {
  const characters = [...displayName(name)]
  if (characters.length <= NAME_MAX) return characters.join('')
  return `${characters.slice(0, NAME_START).join('')}…${characters.slice(NAME_START + 1 - NAME_MAX).join('')}`
}

type Said = Pick<Drawn, 'thin' | 'named'> & {
  lines: readonly Line[]
  columns: readonly ExportColumn[]
  what: 'genotype' | 'plot'
}

function captionOf({ lines, thin, named, columns, what }: Said): string {
  const many = lines.length.toLocaleString('en')
  const drawn =
    thin.length === 0
      ? ` The lines of ${many} ${what}s would be too many to tell apart.`
      : ` Thin: each ${what}${named.length < thin.length ? '; the highest and the lowest on their last date are named' : ''}.`
  const checks = thin.some(({ isCheck }) => isCheck) ? ' Dashed: checks.' : ''
  const after = columns.some(({ daysAfterPlanting }) => daysAfterPlanting !== null)
    ? ' Days are counted from planting.'
    : ''
  return `Thick: the mean of all plots.${drawn}${checks}${after}`
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
