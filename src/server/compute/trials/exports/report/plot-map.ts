import { lengthText, scaleLength } from '#domain/lengths.ts'
import { type Markup, markup } from '#domain/markup.ts'
import { unitText, valueText } from '#domain/trial-words.ts'
import { plotPaths } from '#imagery/plots/plot-paths.ts'
import { RAMPS } from '#imagery/rasters/ramps.ts'
import { colourOf, type Scale, scaleOf } from '#imagery/traits/derived/colour-scale.ts'
import type { ExportColumn, ExportTable } from '../export-table.ts'
import { dateTitle, type ReportTrait } from './figures.ts'

/** Plots that are drawn for one trait, over all dates. With more there is only the last date. */
const DRAWN_MAX = 20_000
/** Hatched, because in grey it would be a value. */
const NOTHING = 'url(#none)'
const INK = '#152f4a'
const EDGE = '#4a5a6b'

/** On a page of A4, below a legend. */
const [PAGE_WIDE, PAGE_HIGH, CAPTION, GAP] = [180, 225, 6, 4]
/** Of one map, and of several: two rows and a chart have room on a page. */
const [ONE_HIGHEST, MAP_HIGHEST] = [72, 45]
const FONT = 2.6

/** In units of the drawing, whose longer side is 1,000. */
const MARGIN = 8
const NARROWEST = 340

/** The outlines of all plots, once for all maps. */
export type Outlines = { width: number; height: number; metresPerUnit: number; shapes: Markup }

export function outlinesOf({ plots }: ExportTable): Outlines {
  const { paths, width, height, metresPerUnit } = plotPaths(plots.map(({ outline }) => outline.flat()))
  const shapes = paths.map((path, at) => markup`<path id="p${at}" d="${path}"/>`)
  const none = markup`<pattern id="none" width="16" height="16" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="16" height="16" fill="#fff"/><rect width="4" height="16" fill="${EDGE}"/></pattern>`
  return {
    width,
    height,
    metresPerUnit,
    shapes: markup`<svg width="0" height="0" aria-hidden="true" class="shapes"><defs>${none}${shapes}</defs></svg>`,
  }
}

/** How maps lie on paper: as many beside each other as their shape allows, in millimetres and in units of the drawing. */
type Layout = { across: number; wide: number; high: number; unit: number; highest: number; isOnOnePage: boolean }

function layoutOf({ width, height }: Outlines, maps: number): Layout {
  const wide = Math.max(width, NARROWEST) + 2 * MARGIN
  const across = Math.min(maps, acrossOf(wide / height))
  const highest = maps === 1 ? ONE_HIGHEST : MAP_HIGHEST
  const mm = Math.min((PAGE_WIDE - GAP * (across - 1)) / across / wide, highest / height)
  const unit = FONT / mm
  const high = height + 2 * MARGIN + 2 * unit
  const rows = Math.ceil(maps / across)
  return { across, wide, high, unit, highest: high * mm, isOnOnePage: rows * (high * mm + CAPTION + GAP) <= PAGE_HIGH }
}

/** Fewer of fields that are long from west to east. */
function acrossOf(aspect: number): number {
  if (aspect > 4) return 1
  if (aspect > 2) return 2
  return aspect > 0.45 ? 3 : 5
}

/** A bar in the scale of the map, and north. */
function footOf({ height, metresPerUnit }: Outlines, { wide, unit }: Layout): Markup {
  const metres = scaleLength((wide / 3) * metresPerUnit)
  const long = (metres / metresPerUnit).toFixed(1)
  const top = (height + MARGIN).toFixed(1)
  const right = (wide - 2 * MARGIN - unit * 0.4).toFixed(1)
  const size = unit.toFixed(1)
  return markup`<g fill="${INK}"><g transform="translate(0 ${top})"><text y="${size}" font-size="${size}">${lengthText(metres)}</text><path d="M0 ${(unit * 1.2).toFixed(1)}v${(unit * 0.4).toFixed(1)}h${long}v${(-unit * 0.4).toFixed(1)}" fill="none" stroke="${INK}" stroke-width="${(unit / 9).toFixed(1)}"/></g><g transform="translate(${right} ${top}) scale(${(unit / 10).toFixed(2)})"><path d="M0 0L4 10L0 8L-4 10Z"/><text y="19" font-size="9" text-anchor="middle">N</text></g></g>`
}

/** A map for each date in one scale, under its legend. */
export function plotMaps(table: ExportTable, trait: ReportTrait, outlines: Outlines): Markup {
  const scale = scaleOf(trait.columns.flatMap(({ values }) => [...values]))
  if (!scale) return markup``
  const isMuch = table.plots.length * trait.columns.length > DRAWN_MAX
  const shown = isMuch ? trait.columns.slice(-1) : trait.columns
  const layout = layoutOf(outlines, shown.length)
  const maps = shown.map((column) => oneMap(column, { scale, outlines, layout }))
  const note = shown.length < trait.columns.length ? markup`<p class="note">Only the last date is drawn.</p>` : markup``
  return markup`<div class="${layout.isOnOnePage ? 'kept' : 'long'}">${legend(scale, trait)}${note}<div class="maps" style="--across: ${layout.across}; --highest: ${layout.highest.toFixed(1)}mm">${maps}</div></div>`
}

type Drawing = { scale: Scale; outlines: Outlines; layout: Layout }

function oneMap(column: ExportColumn, { scale, outlines, layout }: Drawing): Markup {
  const { name, values, unit } = column
  const plots = Array.from(values, (value, at) => {
    const colour = Number.isFinite(value) ? colourOf(value, scale) : NOTHING
    return markup`<use href="#p${at}" fill="${colour}"/>`
  })
  const date = dateTitle(column)
  const { wide, high } = layout
  const view = `${-MARGIN} ${-MARGIN} ${wide.toFixed(0)} ${high.toFixed(0)}`
  return markup`<figure><svg viewBox="${view}" preserveAspectRatio="xMinYMin" role="img" aria-label="${name} of each plot${column.date === null ? '' : ` on ${date}`}"><g stroke="${EDGE}" stroke-width="0.3">${plots}</g>${footOf(outlines, layout)}</svg><figcaption><strong>${date}</strong> ${rangeText(values, unit)}</figcaption></figure>`
}

function rangeText(values: Float64Array, unit: string): string {
  const known = values.filter(Number.isFinite)
  if (known.length === 0) return 'no value'
  const [low, high] = [known.reduce((a, b) => Math.min(a, b)), known.reduce((a, b) => Math.max(a, b))]
  return withUnit(`${valueText(low, unit)} to ${valueText(high, unit)}`, unit)
}

const withUnit = (text: string, unit: string): string => (unitText(unit) === '' ? text : `${text} ${unitText(unit)}`)

const STEP = 24

function legend([low, high]: Scale, { name, unit }: ReportTrait): Markup {
  const width = RAMPS.canopy.length * STEP
  const steps = RAMPS.canopy.map((_, at) => {
    const colour = colourOf(at, [0, RAMPS.canopy.length - 1])
    return markup`<rect x="${at * STEP}" y="0" width="${STEP}" height="12" fill="${colour}"/>`
  })
  const ends = [
    [0, 'start', low],
    [width / 2, 'middle', (low + high) / 2],
    [width, 'end', high],
  ] as const
  const texts = ends.map(
    ([x, anchor, value]) => markup`<text x="${x}" y="25" text-anchor="${anchor}">${valueText(value, unit)}</text>`,
  )
  const title = [name, unitText(unit)].filter((part) => part !== '').join(', ')
  return markup`<div class="legend"><svg width="${width}" height="44" viewBox="0 -16 ${width} 44" role="img" aria-label="Colours from ${withUnit(valueText(low, unit), unit)} to ${withUnit(valueText(high, unit), unit)}"><text y="-5">${title}</text>${steps}<rect width="${width}" height="12" fill="none" stroke="${EDGE}" stroke-width="0.5"/>${texts}</svg><span class="key"><svg viewBox="0 0 64 48" width="16" height="12" aria-hidden="true"><rect width="64" height="48" fill="${NOTHING}" stroke="${EDGE}" stroke-width="2"/></svg>No value, or excluded</span><span>One scale for all dates: from the 2nd to the 98th percentile</span></div>`
}
