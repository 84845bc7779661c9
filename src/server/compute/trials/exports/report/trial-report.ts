import { type Markup, markup } from '#domain/markup.ts'
import { flagText, unitText, valueText } from '#domain/trial-words.ts'
import { RECORDED } from '#domain/trials.ts'
import { fromBits } from '#imagery/traits/measure/flags.ts'
import { type ExportTable, flagsByFlight, hasGenotypes } from '../export-table.ts'
import { dateTitle, type Line, linesOf, mainOf, meanOf, type ReportTrait, traitsOf } from './figures.ts'
import { methodsText, traitList } from './methods.ts'
import { type Outlines, outlinesOf, plotMaps } from './plot-map.ts'
import { STYLE } from './report-style.ts'
import { seasonChart } from './season-chart.ts'

/** Lines of a table. The workbook has all. */
const LINES_MAX = 600

/** A report to read, print and keep: one file that loads nothing. */
export function trialReport(table: ExportTable): Uint8Array {
  const traits = traitsOf(table)
  const main = mainOf(traits)
  const outlines = outlinesOf(table)
  const { name } = table.trial
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:">
<title>${name}: traits</title>
<style>${STYLE}</style>
</head>
<body>
${outlines.shapes}
<main>
<header><h1><bdi>${name}</bdi></h1>${facts(table)}</header>
<section><h2>Methods</h2>${methodsText(table, traits)}</section>
${main.map((trait) => traitSection(table, trait, outlines))}
${others(traits.filter((trait) => !main.includes(trait)))}${textColumns(table)}
<section><h2>Warnings</h2>${warnings(table)}</section>
<section><h2>Excluded plots</h2>${exclusions(table)}</section>
<section><h2>Maps and formulas</h2>${mapTable(table)}${traitList(table, traits)}</section>
</main>
</body>
</html>
`
  return new TextEncoder().encode(page.text)
}

const facts = ({ trial: { crop, plantingDate }, plots, flights, plotsVersion }: ExportTable): Markup =>
  markup`<p class="facts">${[
    crop,
    plantingDate === null ? null : `planted on ${plantingDate}`,
    `${plots.length.toLocaleString('en')} plots (version ${plotsVersion})`,
    `${flights.length} ${flights.length === 1 ? 'flight' : 'flights'}`,
  ]
    .filter((fact) => fact !== null)
    .join(', ')}</p>`

/** Which maps were measured, each by the hash of its file. */
const mapTable = ({ flights }: ExportTable): Markup =>
  markup`<table><caption>Flights and maps</caption><thead><tr><th>Date</th><th class="n">Days after planting</th><th>Orthomosaic</th><th class="n">Pixel, cm</th><th class="n">Threshold</th><th>SHA-256</th></tr></thead><tbody>${flights.map(
    ({ moment, daysAfterPlanting, orthomosaicName, method }) =>
      markup`<tr><th scope="row">${moment}</th><td class="n">${daysAfterPlanting ?? '–'}</td><td><bdi>${orthomosaicName}</bdi></td><td class="n">${valueText(method.gsdCm, '')}</td><td class="n">${valueText(method.maskThreshold, '')}</td><td class="hash">${method.orthomosaicSha256}</td></tr>`,
  )}</tbody></table>`

function traitSection(table: ExportTable, trait: ReportTrait, outlines: Outlines): Markup {
  const lines = linesOf(table, trait)
  const unit = unitText(trait.unit)
  return markup`<section class="trait"><h2>${trait.name}${unit && `, ${unit}`}</h2>${plotMaps(table, trait, outlines)}${seasonChart(trait, lines)}${lineTable(table, trait, lines)}</section>`
}

function lineTable(table: ExportTable, trait: ReportTrait, lines: readonly Line[]): Markup {
  const { columns, name, unit, stat } = trait
  const what = hasGenotypes(table) ? 'genotype' : 'plot'
  const shown = lines.slice(0, LINES_MAX)
  const cells = (values: readonly number[]): Markup[] =>
    values.map((value) => markup`<td class="n">${valueText(Number.isFinite(value) ? value : null, unit)}</td>`)
  const rows = shown.map(
    (line) =>
      markup`<tr><th scope="row"><bdi>${line.name}</bdi></th>${what === 'genotype' ? markup`<td class="n">${line.plots}</td>` : markup``}${cells(line.values)}</tr>`,
  )
  const all = markup`<tr class="all"><th scope="row">All plots</th>${what === 'genotype' ? markup`<td class="n">${table.plots.length}</td>` : markup``}${cells(columns.map(({ values }) => meanOf(values)))}</tr>`
  const more =
    lines.length > shown.length
      ? markup`<p>The first ${shown.length} of ${lines.length.toLocaleString('en')} are shown. The workbook has all.</p>`
      : markup``
  return markup`<table><caption>${name}${stat === RECORDED.stat ? '' : ` (${stat} of a plot)`} by ${what}</caption><thead><tr><th>${what === 'genotype' ? 'Genotype' : 'Plot'}</th>${what === 'genotype' ? markup`<th class="n">Plots</th>` : markup``}${columns.map((column) => markup`<th class="n">${dateTitle(column)}</th>`)}</tr></thead><tbody>${rows}${all}</tbody></table>${more}`
}

/** How many plots have each warning on each date. */
function warnings(table: ExportTable): Markup {
  const counts = flagsByFlight(table).map((bits) => {
    const found = new Map<string, number>()
    for (const one of bits) for (const flag of fromBits(one)) found.set(flag, (found.get(flag) ?? 0) + 1)
    return found
  })
  const flags = [...new Set(counts.flatMap((found) => [...found.keys()]))]
  if (flags.length === 0) return markup`<p>No plot has a warning.</p>`
  return markup`<table><caption>Plots with a warning</caption><thead><tr><th>Warning</th>${table.flights.map(({ moment }) => markup`<th class="n">${moment}</th>`)}</tr></thead><tbody>${flags.map(
    (flag) =>
      markup`<tr><th scope="row">${flagText(flag)} (${flag})</th>${counts.map((found) => markup`<td class="n">${found.get(flag) ?? 0}</td>`)}</tr>`,
  )}</tbody></table>`
}

const others = (traits: readonly ReportTrait[]): Markup =>
  traits.length === 0
    ? markup``
    : markup`<p>Other traits: ${traits.map(({ columns, trait }) => columns[0]?.label ?? trait).join(', ')}. The workbook has their values.</p>`

function textColumns({ columns }: ExportTable): Markup {
  const titles = columns.filter(({ type }) => type === 'text').map(({ title }) => title)
  return titles.length === 0
    ? markup``
    : markup`<p>Also recorded, as texts: <bdi>${titles.join(', ')}</bdi>. The workbook has them.</p>`
}

/** A line for each reason and date. */
function exclusions({ exclusions: all, flights }: ExportTable): Markup {
  if (all.length === 0) return markup`<p>No plot is excluded.</p>`
  const groups = Map.groupBy(all, ({ flight, reason }) => JSON.stringify([flight, reason]))
  const rows = [...groups.values()].map((group) => {
    const { flight, reason } = group[0] ?? { flight: null, reason: '' }
    const date = flight === null ? 'All dates' : (flights[flight]?.moment ?? '')
    const shown = group.slice(0, LINES_MAX).map(({ plotId }) => plotId)
    const more = group.length > shown.length ? ` and ${group.length - shown.length} more` : ''
    return markup`<tr><td class="names"><bdi>${shown.join(', ')}</bdi>${more}</td><td>${date}</td><td><bdi>${reason}</bdi></td></tr>`
  })
  return markup`<table><caption>Plots that count in no mean</caption><thead><tr><th>Plots</th><th>Date</th><th>Reason</th></tr></thead><tbody>${rows}</tbody></table>`
}
