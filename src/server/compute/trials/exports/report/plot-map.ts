import { type Markup, markup } from '#domain/markup.ts'
import { unitText, valueText } from '#domain/trial-words.ts'
import { plotPaths } from '#imagery/plots/plot-paths.ts'
import { RAMPS } from '#imagery/rasters/ramps.ts'
import { colourOf, type Scale, scaleOf } from '#imagery/traits/derived/colour-scale.ts'
import type { ExportColumn, ExportTable } from '../export-table.ts'
import { dateTitle, type ReportTrait } from './figures.ts'

/** Plots that are drawn for one trait, over all dates. With more there is only the last date. */
const DRAWN_MAX = 20_000
const NOTHING = '#d6d3cb'

/** The outlines of all plots, once for all maps. */
export type Outlines = { width: number; height: number; shapes: Markup }

export function outlinesOf({ plots }: ExportTable): Outlines {
  const { paths, width, height } = plotPaths(plots.map(({ outline }) => outline.flat()))
  const shapes = paths.map((path, at) => markup`<path id="p${at}" d="${path}"/>`)
  return {
    width,
    height,
    shapes: markup`<svg width="0" height="0" aria-hidden="true" class="shapes"><defs>${shapes}</defs></svg>`,
  }
}

/** A map for each date in one scale, with its legend. */
export function plotMaps(table: ExportTable, trait: ReportTrait, outlines: Outlines): Markup {
  const scale = scaleOf(trait.columns.flatMap(({ values }) => [...values]))
  if (!scale) return markup``
  const isMuch = table.plots.length * trait.columns.length > DRAWN_MAX
  const shown = isMuch ? trait.columns.slice(-1) : trait.columns
  const maps = shown.map((column) => oneMap(column, { scale, outlines }))
  return markup`<div class="maps">${maps}</div>${legend(scale, trait.unit)}`
}

function oneMap(column: ExportColumn, { scale, outlines }: { scale: Scale; outlines: Outlines }): Markup {
  const { name, values } = column
  const plots = Array.from(values, (value, at) => {
    const colour = Number.isFinite(value) ? colourOf(value, scale) : NOTHING
    return markup`<use href="#p${at}" fill="${colour}"/>`
  })
  const date = dateTitle(column)
  const [width, height] = [outlines.width.toFixed(0), outlines.height.toFixed(0)]
  return markup`<figure><svg viewBox="-4 -4 ${Number(width) + 8} ${Number(height) + 8}" role="img" aria-label="${name} of each plot${column.date === null ? '' : ` on ${date}`}"><g stroke="#fff" stroke-width="1">${plots}</g></svg><figcaption>${date}</figcaption></figure>`
}

function legend([low, high]: Scale, unit: string): Markup {
  const steps = RAMPS.canopy.map((_, at) => {
    const colour = colourOf(at, [0, RAMPS.canopy.length - 1])
    return markup`<rect x="${at * 20}" y="0" width="20" height="12" fill="${colour}"/>`
  })
  return markup`<p class="legend">${valueText(low, unit)} <svg width="${RAMPS.canopy.length * 20}" height="12" aria-hidden="true">${steps}</svg> ${valueText(high, unit)}${unitText(unit) && ` ${unitText(unit)}`}, from the 2nd to the 98th percentile of all dates; grey: no value, or excluded</p>`
}
