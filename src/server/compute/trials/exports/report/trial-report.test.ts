import { expect, test } from 'vitest'
import { RECORDED } from '#domain/trials.ts'
import type { ExportColumn, ExportTable } from '../export-table.ts'
import { spread } from './line-labels.ts'
import { trialReport } from './trial-report.ts'

const DEGREES_PER_METRE = 1 / 111_320

/** Plots of 1.5 m by 6 m on the equator, `across` in a row; the first genotypes are checks. */
function plotsOf({ genotypes, across }: { genotypes: number; across: number }): ExportTable['plots'] {
  return Array.from({ length: genotypes * 2 }, (_, at) => {
    const [west, north] = [(at % across) * 2 * DEGREES_PER_METRE, -Math.floor(at / across) * 7 * DEGREES_PER_METRE]
    const [east, south] = [west + 1.5 * DEGREES_PER_METRE, north - 6 * DEGREES_PER_METRE]
    const genotype = at % genotypes
    return {
      plotId: String(101 + at),
      attributes: { genotype: `G${genotype + 1}`, entryType: genotype < 2 ? 'check' : 'test' },
      outline: [
        [
          [
            [west, south],
            [east, south],
            [east, north],
            [west, north],
            [west, south],
          ],
        ],
      ],
    }
  })
}

const dateAfter = (at: number): string => new Date(Date.UTC(2026, 4, 20 + 7 * at)).toISOString().slice(0, 10)

const METHOD = {
  orthomosaicSha256: 'ab'.repeat(32),
  gsdCm: 1.5,
  maskMethod: 'exg',
  maskThreshold: 0.1,
  eta: null,
  z0Source: null,
  soilCalibration: null,
  chmNoiseMetres: null,
}

const COVER = {
  trait: 'canopyCover',
  label: 'canopyCover',
  name: 'Canopy cover',
  unit: '%',
  stat: 'mean',
} as const
const YIELD = { trait: 'Yield', label: 'Yield', name: 'Yield', unit: 't/ha', stat: RECORDED.stat } as const

const columnOf = (of: typeof COVER | typeof YIELD, flight: number | null, values: Float64Array): ExportColumn => ({
  ...of,
  accountName: null,
  flight,
  flightId: flight === null ? null : `flight ${flight}`,
  date: flight === null ? null : dateAfter(flight),
  daysAfterPlanting: flight === null ? null : 10 + 7 * flight,
  degreeDays: null,
  title: `${of.trait} ${flight}`,
  scope: 'all',
  type: 'number',
  values,
  texts: null,
  pixels: null,
  validFrac: null,
  flags: new Float64Array(values.length),
  exclusions: new Map(),
})

function tableOf({ genotypes = 4, across = 4, flights = 2, name = 'Field 7' }): ExportTable {
  const plots = plotsOf({ genotypes, across })
  const dates = Array.from({ length: flights }, (_, at) => at)
  return {
    trial: {
      trialId: 'trial',
      name,
      crop: 'Wheat',
      plantingDate: '2026-05-10',
      project: 'Yield trials',
      account: 'Station <North>',
    },
    plotsVersion: 3,
    measurement: { measurementId: 'measurement', bufferMetres: 0, softwareVersion: 'Skyfurrow', formulas: [] },
    plots,
    flights: dates.map((at) => ({
      flightId: `flight ${at}`,
      moment: dateAfter(at),
      daysAfterPlanting: 10 + 7 * at,
      degreeDays: null,
      orthomosaicName: 'field.tif',
      method: METHOD,
    })),
    columns: dates.map((flight) =>
      columnOf(
        COVER,
        flight,
        Float64Array.from(plots, (_, at) => 20 + 10 * flight + (at % genotypes)),
      ),
    ),
    exclusions: [],
  }
}

const reportOf = (table: ExportTable): string => new TextDecoder().decode(trialReport(table, '2026-11-30'))
const textsOf = (page: string, pattern: RegExp): (string | undefined)[] =>
  Array.from(page.matchAll(pattern), ([, text]) => text)

const layoutOf = (table: ExportTable) => textsOf(reportOf(table), /<div class="(\w+)"><div class="legend">/g).join()
const acrossOf = (table: ExportTable) => textsOf(reportOf(table), /--across: (\d)/g)

test('a report is laid out for A4, with its name and numbers on each page, in its own faces', () => {
  const page = reportOf(tableOf({ name: 'Field </style> "7"' }))
  expect(page).toMatch(/@page \{\s+size: A4;/)
  expect(page).toContain('counter(page) " / " counter(pages)')
  expect(page).toContain('content: "Field \\3c \\2f style\\3e  \\22 7\\22 "')
  expect(page.match(/<\/style>/g)).toHaveLength(1)
  expect(textsOf(page, /@font-face \{ font-family: "(.*?)"/g)).toEqual(['Inter Variable', 'Bricolage Grotesque'])
  expect(page).not.toMatch(/url\((?!data:|#)/)
})

test('its title block says what trial it is, whose, and when it was made', () => {
  const page = reportOf(tableOf({}))
  expect(textsOf(page, /<h1><bdi>(.*?)<\/bdi>/g)).toEqual(['Field 7'])
  expect(textsOf(page, /<dt>.*?<\/dt><dd><bdi>(.*?)<\/bdi>/g)).toEqual([
    'Yield trials',
    'Station &lt;North&gt;',
    'Wheat',
    '2026-05-10',
    '8 (version 3)',
    '2 flights, 2026-05-20 to 2026-05-27',
    '2026-11-30',
  ])
})

test('maps have a legend with a unit, and each its date, range, scale and north; what has no value is hatched', () => {
  const table = tableOf({})
  const [first] = table.columns
  first?.values.fill(Number.NaN, 0, 1)
  const page = reportOf(table)
  expect(page).toContain('aria-label="Colours from 20.0 % to 33.0 %"')
  expect(page).toContain('One scale for all dates')
  expect(textsOf(page, /<figcaption><strong>(.*?)<\/figcaption>/g)).toEqual([
    '2026-05-20</strong> 20.0 to 23.0 %',
    '2026-05-27</strong> 30.0 to 33.0 %',
  ])
  expect(page.match(/>2 m<\/text>/g)).toHaveLength(2)
  expect(page.match(/>N<\/text>/g)).toHaveLength(2)
  expect(page.match(/<use href="#p0" fill="url\(#none\)"/g)).toHaveLength(1)
  expect(page).toContain('<pattern id="none"')
})

test('maps lie beside each other as the shape of the field allows, and are kept on a page where they fit', () => {
  expect([acrossOf(tableOf({ across: 4, flights: 6 })), layoutOf(tableOf({ across: 4, flights: 6 }))]).toEqual([
    ['3'],
    'kept',
  ])
  expect(acrossOf(tableOf({ genotypes: 20, across: 40, flights: 6 }))).toEqual(['1'])
  expect(acrossOf(tableOf({ genotypes: 20, across: 2, flights: 6 }))).toEqual(['5'])
  expect(layoutOf(tableOf({ flights: 20 }))).toBe('long')
})

test('lines of a chart have their names and its axes units; of many, the checks, the highest and the lowest are named', () => {
  const chartOf = (table: ExportTable) => textsOf(reportOf(table), /(<figure class="chart">.*?<\/figure>)/g)[0] ?? ''
  const few = chartOf(tableOf({}))
  expect(textsOf(few, /font-weight="\d+">(.*?)<\/text>/g)).toEqual(['G1', 'G2', 'G3', 'G4', 'All plots'])
  expect(few).toContain('>Canopy cover, %</text>')
  expect(few).toContain('>day 10</text>')
  const many = chartOf(tableOf({ genotypes: 60, across: 12 }))
  expect(textsOf(many, /font-weight="\d+">(.*?)<\/text>/g)).toEqual([
    'G1',
    'G2',
    'G60',
    'G59',
    'G58',
    'G57',
    'G56',
    'G7',
    'G6',
    'G5',
    'G4',
    'G3',
    'All plots',
  ])
  expect(many).toContain('the highest and the lowest on their last date are named')
})

test('tables repeat their head, and of many dates follow one another so that none is wider than a page', () => {
  const page = reportOf(tableOf({ flights: 16 }))
  expect(page).toMatch(/thead \{ display: table-header-group; \}/)
  expect(page).toMatch(/tr, figure,[^{]*\{ break-inside: avoid; \}/)
  expect(page).toMatch(/h2, caption,[^{]*\{ break-after: avoid; \}/)
  expect(textsOf(page, /by genotype(.*?)<\/caption><thead>/g)).toEqual([
    ', dates 1 to 6 of 16',
    ', dates 7 to 12 of 16',
    ', dates 13 to 16 of 16',
  ])
  const all = Array.from(page.matchAll(/<tr class="all">(.*?)<\/tr>/g), ([row]) => row.match(/<td/g)?.length)
  expect(all).toEqual([7, 7, 5])
})

test('a long table of one column stands beside itself', () => {
  const table = tableOf({ genotypes: 60, across: 12, flights: 0 })
  const values = Float64Array.from(table.plots, (_, at) => 5 + at / 100)
  const page = reportOf({ ...table, columns: [columnOf(YIELD, null, values)] })
  expect(page).toContain('<div class="beside"><table><caption>Yield, t/ha by genotype</caption>')
  expect(page).toMatch(/\.beside \{ columns: 2;/)
})

test('labels keep apart, in their order, and end where the chart ends', () => {
  expect(spread([50, 51, 10], 12, 100)).toEqual([50, 62, 10])
  expect(spread([99, 98, 97], 12, 100)).toEqual([100, 88, 76])
})
