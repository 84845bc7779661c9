import { type Markup, markup } from '#domain/markup.ts'
import { flagText, unitText, valueText } from '#domain/trial-words.ts'
import { RECORDED } from '#domain/trials.ts'
import { fromBits } from '#imagery/traits/measure/flags.ts'
import { type ExportTable, flagsByFlight, hasGenotypes } from '../export-table.ts'
import { datedTables } from './dated-tables.ts'
import { dateTitle, type Line, linesOf, mainOf, meanOf, type ReportTrait, traitsOf } from './figures.ts'
import { methodsText, traitList } from './methods.ts'
import { type Outlines, outlinesOf, plotMaps } from './plot-map.ts'
import { styleOf } from './report-style.ts'
import { seasonChart } from './season-chart.ts'
import { titleBlock } from './title-block.ts'

/** Lines of a table. The workbook has all. */
const LINES_MAX = 600

/** A report to read, print and keep: one file that loads nothing. */
export function trialReport(table: ExportTable, madeOn: string): Uint8Array {
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
<style>${styleOf(name)}</style>
</head>
<body>
${outlines.shapes}
<main>
${titleBlock(table, madeOn)}
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

/** Which maps were measured, each by the hash of its file. */
const mapTable = ({ flights }: ExportTable): Markup =>
  markup`<table><caption>Flights and maps</caption><thead><tr><th>Date</th><th class="n">Days after planting</th><th>Orthomosaic</th><th class="n">Pixel, cm</th><th class="n">Threshold</th><th>SHA-256</th></tr></thead><tbody>${flights.map(
    ({ moment, daysAfterPlanting, orthomosaicName, method }) =>
      markup`<tr><th scope="row"><span>${moment}</span></th><td class="n">${daysAfterPlanting ?? '–'}</td><td><bdi>${orthomosaicName}</bdi></td><td class="n">${valueText(method.gsdCm, '')}</td><td class="n">${valueText(method.maskThreshold, '')}</td><td class="hash">${method.orthomosaicSha256}</td></tr>`,
  )}</tbody></table>`

function traitSection(table: ExportTable, trait: ReportTrait, outlines: Outlines): Markup {
  const lines = linesOf(table, trait)
  const unit = unitText(trait.unit)
  const what = hasGenotypes(table) ? 'genotype' : 'plot'
  return markup`<section class="trait"><h2>${trait.name}${unit && `, ${unit}`}</h2>${plotMaps(table, trait, outlines)}${seasonChart(trait, lines, what)}${lineTable(table, trait, lines)}</section>`
}

function lineTable(table: ExportTable, { columns, name, unit, stat }: ReportTrait, lines: readonly Line[]): Markup {
  const isOfGenotypes = hasGenotypes(table)
  const shown = lines.slice(0, LINES_MAX)
  const leadOf = (title: Markup, plots: number): Markup =>
    isOfGenotypes
      ? markup`<th scope="row">${title}</th><td class="n">${plots}</td>`
      : markup`<th scope="row">${title}</th>`
  const cellsOf = (values: readonly number[]): string[] =>
    values.map((value) => valueText(Number.isFinite(value) ? value : null, unit))
  const tables = datedTables({
    caption: `${name}${unitText(unit) && `, ${unitText(unit)}`}${stat === RECORDED.stat ? '' : ` (${stat} of a plot)`} by ${isOfGenotypes ? 'genotype' : 'plot'}`,
    lead: isOfGenotypes ? markup`<th>Genotype</th><th class="n">Plots</th>` : markup`<th>Plot</th>`,
    dates: columns.map(dateTitle),
    rows: [
      ...shown.map((line) => ({
        lead: leadOf(markup`<bdi>${line.name}</bdi>`, line.plots),
        cells: cellsOf(line.values),
      })),
      {
        lead: leadOf(markup`All plots`, table.plots.length),
        cells: cellsOf(columns.map(({ values }) => meanOf(values))),
        isAll: true,
      },
    ],
  })
  const more =
    lines.length > shown.length
      ? markup`<p>The first ${shown.length} of ${lines.length.toLocaleString('en')} are shown. The workbook has all.</p>`
      : markup``
  return markup`${tables}${more}`
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
  return datedTables({
    caption: 'Plots with a warning',
    lead: markup`<th>Warning</th>`,
    dates: table.flights.map(({ moment }) => moment),
    rows: flags.map((flag) => ({
      lead: markup`<th scope="row">${flagText(flag)} (${flag})</th>`,
      cells: counts.map((found) => String(found.get(flag) ?? 0)),
    })),
  })
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
