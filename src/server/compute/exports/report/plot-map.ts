import { type Markup, markup } from '#domain/markup.ts'
import { unitText, valueText } from '#domain/trial-words.ts'
import { boxOf } from '#imagery/plots/polygon.ts'
import { RAMPS, rampColour } from '#imagery/rasters/ramps.ts'
import type { ExportColumn, ExportTable } from '../export-table.ts'
import { type ReportTrait, scaleOf } from './figures.ts'

const SIDE = 1000
/** Plots that are drawn for one trait, over all dates. With more there is only the last date. */
const DRAWN_MAX = 20_000
const NOTHING = '#d6d3cb'

/** The outlines of all plots, once for all maps. */
export type Outlines = { width: number; height: number; shapes: Markup }

/** North is up, and a metre is as long in both directions. */
export function outlinesOf({ plots }: ExportTable): Outlines {
  const { minX, minY, maxX, maxY } = boxOf(plots.flatMap(({ outline }) => outline))
  const narrowing = Math.cos((((minY + maxY) / 2) * Math.PI) / 180)
  const [across, down] = [Math.max(1e-9, (maxX - minX) * narrowing), Math.max(1e-9, maxY - minY)]
  const scale = SIDE / Math.max(across, down)
  const shapes = plots.map(({ outline }, at) => {
    const path = outline
      .flat()
      .map((ring) =>
        ring.map(([x, y]) => `${((x - minX) * narrowing * scale).toFixed(1)} ${((maxY - y) * scale).toFixed(1)}`),
      )
      .map((points) => `M${points.join('L')}Z`)
    return markup`<path id="p${at}" d="${path.join('')}"/>`
  })
  return {
    width: across * scale,
    height: down * scale,
    shapes: markup`<svg width="0" height="0" aria-hidden="true" class="shapes"><defs>${shapes}</defs></svg>`,
  }
}

/** A map for each date in one scale, with its legend. */
export function plotMaps(table: ExportTable, trait: ReportTrait, outlines: Outlines): Markup {
  const scale = scaleOf(trait.columns)
  if (!scale) return markup``
  const isMuch = table.plots.length * trait.columns.length > DRAWN_MAX
  const shown = isMuch ? trait.columns.slice(-1) : trait.columns
  const maps = shown.map((column) => oneMap(table, column, { scale, outlines }))
  return markup`<div class="maps">${maps}</div>${legend(scale, trait.unit)}`
}

function oneMap(
  { flights }: ExportTable,
  { flight, name, values }: ExportColumn,
  { scale: [low, high], outlines }: { scale: readonly [number, number]; outlines: Outlines },
): Markup {
  const plots = Array.from(values, (value, at) => {
    const colour = Number.isFinite(value) ? colourOf((value - low) / (high - low)) : NOTHING
    return markup`<use href="#p${at}" fill="${colour}"/>`
  })
  const date = flights[flight]?.takenOn ?? ''
  const [width, height] = [outlines.width.toFixed(0), outlines.height.toFixed(0)]
  return markup`<figure><svg viewBox="-4 -4 ${Number(width) + 8} ${Number(height) + 8}" role="img" aria-label="${name} of each plot on ${date}"><g stroke="#fff" stroke-width="1">${plots}</g></svg><figcaption>${date}</figcaption></figure>`
}

const colourOf = (share: number): string => `rgb(${rampColour(RAMPS.canopy, share).map(Math.round).join(' ')})`

function legend([low, high]: readonly [number, number], unit: string): Markup {
  const steps = RAMPS.canopy.map((_, at) => {
    const share = at / (RAMPS.canopy.length - 1)
    return markup`<rect x="${at * 20}" y="0" width="20" height="12" fill="${colourOf(share)}"/>`
  })
  return markup`<p class="legend">${valueText(low, unit)} <svg width="${RAMPS.canopy.length * 20}" height="12" aria-hidden="true">${steps}</svg> ${valueText(high, unit)}${unitText(unit) && ` ${unitText(unit)}`}, from the 2nd to the 98th percentile of all dates; grey: no value, or excluded</p>`
}
