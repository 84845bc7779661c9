import { brand } from '#domain/brand.ts'
import { type Markup, markup } from '#domain/markup.ts'
import { counted } from '#domain/units.ts'
import type { ExportTable } from '../export-table.ts'

/** The mark of the product, as the screens have it. */
const MARK = markup`<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M6 24H22A4 4 0 0 0 22 16H10A4 4 0 0 1 10 8H14" fill="none" stroke="#152f4a" stroke-width="4" stroke-linecap="round"/><circle cx="20" cy="8" r="2" fill="#0d6e5f"/><circle cx="26" cy="8" r="2" fill="#0d6e5f"/></svg>`

/** What trial it is, whose, and when the report was made. */
export function titleBlock({ trial, plots, flights, plotsVersion }: ExportTable, madeOn: string): Markup {
  const facts = [
    ['Project', trial.project],
    ['Account', trial.account],
    ['Crop', trial.crop],
    ['Planted on', trial.plantingDate],
    ['Plots', `${plots.length.toLocaleString('en')} (version ${plotsVersion})`],
    ['Flights', flightsText(flights)],
    ['Report made on', madeOn],
  ] as const
  const known = facts.filter(([, fact]) => fact !== null && fact !== '')
  return markup`<header><p class="by">${MARK}<strong>${brand.name}</strong><span>Trial report</span></p><h1><bdi>${trial.name}</bdi></h1><dl class="facts">${known.map(([name, fact]) => markup`<div><dt>${name}</dt><dd><bdi>${fact}</bdi></dd></div>`)}</dl></header>`
}

function flightsText(flights: ExportTable['flights']): string {
  const days = [...new Set(flights.map(({ moment }) => moment.slice(0, 10)))].toSorted()
  if (days.length === 0) return 'None'
  return `${counted(flights.length, 'flight')}, ${days.length > 1 ? `${days[0]} to ${days.at(-1)}` : days[0]}`
}
