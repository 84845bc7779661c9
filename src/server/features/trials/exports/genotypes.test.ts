import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type QueryIn } from '#contract/api.ts'
import { pathOf } from '#contract/endpoint.ts'
import { readTable } from '#imagery/tables/read-table.ts'
import { compareGenotypes } from '#imagery/traits/derived/compare-genotypes.ts'
import { type Choice, chosenOf, DEFAULT_CHOICE, textsOf } from '#imagery/traits/derived/model-choice.ts'
import { spatialMeans } from '#imagery/traits/derived/spatial-means.ts'
import { designOfPlots, fieldPlotsOf } from '#imagery/traits/derived/trial-design.ts'
import { type ExportTable } from '#server/compute/trials/exports/export-table.ts'
import { genotypeSheet } from '#server/compute/trials/exports/genotype-sheet.ts'
import { openGeopackage } from '#server/testing/server/geopackages.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { inUtm, polygon, square } from '#server/testing/server/trials.ts'
import { createUser, type TestUser } from '#server/testing/server/users.ts'

// Eight genotypes in two treatments and two replicates, each with two incomplete blocks; row by row of the field.
const ROWS = [
  ['G2 G3 G5 G7 G6 G4 G8 G1', [10.88, 10.43, 9.08, 11.82, 11.53, 11.6, 13.42, 12.65]],
  ['G6 G3 G4 G7 G5 G8 G2 G1', [13.41, 13.63, 13.32, 15.9, 14.39, 16.2, 15.76, 15.15]],
  ['G6 G3 G4 G8 G7 G1 G5 G2', [10.86, 10.53, 11.42, 11.85, 12.11, 11.2, 10.5, 11.95]],
  ['G7 G1 G2 G6 G3 G4 G8 G5', [15.42, 14.23, 14.92, 14.16, 13.66, 13.89, 14.49, 13.08]],
] as const
const FIELD = ROWS.flatMap(([genotypes, values], row) =>
  genotypes.split(' ').map((genotype, column) => ({
    plotId: `${row + 1}0${column + 1}`,
    value: values[column] ?? 0,
    attributes: {
      genotype,
      treatment: `N${row % 2}`,
      rep: row < 2 ? '1' : '2',
      block: column < 4 ? '1' : '2',
      row: `${row + 1}`,
      column: `${column + 1}`,
      entryType: genotype === 'G3' ? 'check' : 'test',
    },
  })),
)
const EXCLUDED = ['103', '402']

let server: TestServer
let customer: TestUser
let trialId: string
beforeAll(async () => {
  server = await openTestServer({}, { runsJobs: false })
  customer = await createUser(server)
  const { token } = customer
  trialId = (await server.call('createTrial', { token, body: { name: 'Field 7', crop: 'Wheat' } })).body.data.trialId
  const geojson = inUtm(
    FIELD.map(({ plotId, attributes: { entryType, ...attributes } }, at) =>
      polygon(
        { plot_id: plotId, ...attributes, entry_type: entryType },
        square(5 * (at % 8), 5 * Math.floor(at / 8), 4),
      ),
    ),
  )
  await server.call('savePlots', { token, body: { trialId, geojson } })
  const values = FIELD.map(({ plotId, value }) => ({ plotId, value }))
  await server.call('saveOwnColumn', { token, body: { trialId, name: 'Yield', unit: 't/ha', values } })
  const remarks = values.map(({ plotId }) => ({ plotId, value: 'good' }))
  await server.call('saveOwnColumn', { token, body: { trialId, name: 'Remark', values: remarks } })
  await server.call('excludePlots', { token, body: { trialId, plotIds: EXCLUDED, reason: 'Flooded' } })
})
afterAll(() => server.close())

/** As the screen computes it, from the values that it shows. */
function onScreen(choice: Choice) {
  const { plots, genotypes, check } = chosenOf(designOfPlots(FIELD), choice)
  const values = FIELD.map(({ plotId, value }) => (EXCLUDED.includes(plotId) ? null : value))
  const spatial = spatialMeans(fieldPlotsOf(plots, values), { genotypes: 'fixed', compared: genotypes }) ?? null
  const { isAdjusted, rate } = choice
  return compareGenotypes({ plots, values, spatial, isAdjusted, check, rate }).rows
}

async function fetchWorkbook(query: QueryIn<'getTraitTable'>) {
  const text = new URLSearchParams(query as Record<string, string>).toString()
  return fetch(`${server.url}${pathOf(api.getTraitTable)}?${text}`, {
    headers: { authorization: `Bearer ${customer.token}` },
  })
}

async function sheets(query: QueryIn<'getTraitTable'>): Promise<(string | number)[][][]> {
  const response = await fetchWorkbook({ trialId, format: 'xlsx', ...query })
  expect(response.status).toBe(200)
  const entries = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return Object.keys(entries)
    .filter((name) => name.startsWith('xl/worksheets/'))
    .map((name) => cellsOf(new TextDecoder().decode(entries[name])))
}

const cellsOf = (markup: string) =>
  [...markup.matchAll(/<row r="\d+">.*?<\/row>/g)].map(([row]) =>
    [...row.matchAll(/<c r="([A-Z])\d+"[^>]*>(?:<v>([^<]*)|<is><t[^>]*>([^<]*))/g)].map(([, , number, text]) =>
      number === undefined ? (text ?? '') : Number(number),
    ),
  )

/** Empty cells are not written. */
const written = (cells: (string | number | null | undefined)[]) => cells.filter((cell) => cell != null)

const WITH_BLOCKS = 'value ~ genotype + treatment + rep + (1 | rep:block)'
const CHOICES: [name: string, choice: Choice, model: string][] = [
  ['the default', DEFAULT_CHOICE, WITH_BLOCKS],
  [
    'one treatment, without replicates and blocks',
    { ...DEFAULT_CHOICE, treatments: { only: 'N1' }, hasBlocks: false },
    'value ~ genotype',
  ],
  [
    'adjusted means by LSD against another check',
    { ...DEFAULT_CHOICE, isAdjusted: true, rate: 'each', check: 'G7' },
    WITH_BLOCKS,
  ],
  [
    'each genotype in each treatment',
    { ...DEFAULT_CHOICE, treatments: 'each' },
    'value ~ genotype + rep + (1 | rep:block)',
  ],
]

test.each(CHOICES)(
  'a workbook says of genotypes what the screen says, to the last digit: %s',
  async (_, choice, model) => {
    const rows = onScreen(choice)
    const [, , means, , , , , comparison] = await sheets({ trait: 'Yield', ...textsOf(choice) })
    expect(means?.slice(1).map((row) => row.filter((cell) => !`${cell}`.startsWith('No adjusted')))).toEqual(
      rows.map((row) =>
        written([
          row.genotype,
          'Yield',
          'value',
          't/ha',
          row.mean,
          row.standardError,
          row.plots,
          row.sd,
          choice.treatments === 'each' ? null : row.effect,
          row.adjusted?.mean,
          row.adjusted?.standardError,
          row.rank,
          row.letters,
          row.difference?.difference,
          row.difference?.limit,
          row.difference && (row.difference.isSignificant ? 'yes' : 'no'),
          model,
        ]),
      ),
    )
    expect(comparison?.at(-1)).toEqual(written(['check', chosenOf(designOfPlots(FIELD), choice).check]))
  },
)

test('a CSV has the means of the workbook, by the same choice', async () => {
  for (const choice of [{}, { check: 'G7' }]) {
    const response = await fetchWorkbook({ trialId, format: 'means', ...choice })
    const { rows } = readTable(
      new Uint8Array(await response.arrayBuffer()),
      { rows: 500, columns: 50, characters: 1_000_000 },
      () => 0,
    )
    const [, , [titles = [], ...means] = []] = await sheets(choice)
    expect(rows[0]).toEqual(titles.map(String))
    expect(rows.slice(1).map((row) => row.filter((cell) => cell !== ''))).toEqual(
      means.map((row) => written(row).map(String)),
    )
  }
})

test('a GeoPackage has the means of the workbook in a table, and says in its codebook what they mean', async () => {
  const response = await fetchWorkbook({ trialId, format: 'gpkg' })
  const { all, close } = await openGeopackage(new Uint8Array(await response.arrayBuffer()))
  const rows = all('select * from adjusted_means order by fid')
  const [, , [titles = [], ...means] = []] = await sheets({})
  expect(rows.map((row) => written(Object.values(row).slice(1) as (string | number | null)[]))).toEqual(means)
  expect(rows).toHaveLength(Object.keys(MEANS).length)
  const fields = all("select name, type from pragma_table_info('adjusted_means')")
  expect(fields.map(({ name }) => name)).toEqual(['fid', ...titles, 'mean_date', 'adjusted_mean_date'])
  expect(rows.find(({ genotype }) => genotype === 'G1')).toMatchObject({
    trait: 'Yield',
    unit: 't/ha',
    plots: 3,
    model: WITH_BLOCKS,
  })
  const meanings = all("select heading, meaning from codebook where heading like 'adjusted_means.%'")
  expect(meanings.map(({ heading }) => heading)).toEqual(
    fields.slice(1).map(({ name }) => `adjusted_means.${String(name)}`),
  )
  expect(meanings.filter(({ meaning }) => !meaning)).toEqual([])
  await close()
})

/** By emmeans 1.8 of lmer(value ~ treatment + rep + genotype + (1 | rep:block)), without the excluded plots. */
const MEANS: Record<string, [mean: number, standardError: number]> = {
  G1: [13.058254, 0.4123418],
  G2: [13.3775, 0.3883814],
  G3: [12.391133, 0.3923309],
  G4: [12.5575, 0.3883814],
  G5: [12.068699, 0.4116435],
  G6: [12.426224, 0.3917194],
  G7: [14.141133, 0.3923309],
  G8: [13.661367, 0.3923309],
}

test('means of the default model are those of lme4 and emmeans; of one treatment without blocks, those of plots', async () => {
  const [, , means] = await sheets({ trait: 'Yield' })
  expect(means?.slice(1).map(([genotype]) => genotype)).toHaveLength(8)
  for (const [genotype, , , , mean, standardError] of means?.slice(1) ?? [])
    expect([mean, standardError]).toEqual(MEANS[String(genotype)]?.map((value) => expect.closeTo(value, 4)))
  expect(onScreen(DEFAULT_CHOICE).filter(({ adjusted }) => adjusted === null)).toEqual([])
  const [, , ofOne] = await sheets({ trait: 'Yield', treatments: 'only N1', blocks: 'none' })
  expect(ofOne?.find(([genotype]) => genotype === 'G1')?.slice(4, 6)).toEqual([15.15, expect.closeTo(0.6795219, 6)])
})

const ofStudy = (query: Record<string, string> = {}) => ({
  token: customer.token,
  query: { studyDbId: trialId, ...query },
})

const OF_ENTRIES = { observationUnitLevelName: 'entry' }

test('BrAPI has the genotypes as entries, and their means as the screen has them by default', async () => {
  const { body: units } = await server.call('brapiObservationUnits', ofStudy(OF_ENTRIES))
  expect(units.result.data.map(({ observationUnitName: name }) => name)).toEqual(Object.keys(MEANS))
  expect(units.result.data[2]).toMatchObject({
    observationUnitDbId: `entry:${trialId}:G3`,
    germplasmDbId: 'G3',
    observationUnitPosition: { observationLevel: { levelName: 'entry', levelCode: 'G3' }, entryType: 'CHECK' },
  })
  const { body: variables } = await server.call('brapiVariables', ofStudy())
  const means = variables.result.data.filter(({ method }) => method.methodClass === 'Computation')
  expect(means.map((one) => [one.observationVariableName, one.trait.traitName, one.scale.units])).toEqual([
    ['Yield_BLUE', 'Yield', 't/ha'],
    ['Yield_adjusted', 'Yield', 't/ha'],
  ])

  const { body } = await server.call('brapiObservations', ofStudy(OF_ENTRIES))
  const [plain, adjusted] = [false, true].map((isAdjusted) => onScreen({ ...DEFAULT_CHOICE, isAdjusted }))
  const rowOf = (rows: typeof plain, name: string) => rows?.find(({ genotype }) => genotype === name)
  expect(
    body.result.data.map(({ value, germplasmName, additionalInfo }) => [germplasmName, value, additionalInfo]),
  ).toEqual(
    [
      ...Object.keys(MEANS).map((name) => ({ name, row: rowOf(plain, name), figures: rowOf(plain, name) })),
      ...Object.keys(MEANS).map((name) => ({
        name,
        row: rowOf(adjusted, name),
        figures: rowOf(adjusted, name)?.adjusted,
      })),
    ].map(({ name, row, figures }) => [
      name,
      String(figures?.mean),
      {
        plots: EXCLUDED_OF.has(name) ? '3' : '4',
        standard_error: String(figures?.standardError),
        letters: row?.letters,
        letters_by: 'Tukey’s test, 5 % for the whole family',
      },
    ]),
  )
  expect(body.metadata.pagination).toMatchObject({ totalCount: 16, totalPages: 1 })
})

/** Those that have a plot less. */
const EXCLUDED_OF = new Set(['G1', 'G5'])

const found = async (query: Record<string, string>) => (await server.call('brapiObservations', ofStudy(query))).body

test('means of genotypes are paged and filtered as values of plots are, and stand beside none of them', async () => {
  const all = (await found(OF_ENTRIES)).result.data
  const { result, metadata } = await found({ ...OF_ENTRIES, page: '1', pageSize: '6' })
  expect(result.data).toEqual(all.slice(6, 12))
  expect(metadata.pagination).toEqual({ currentPage: 1, pageSize: 6, totalCount: 16, totalPages: 3 })
  const [id = ''] = all.slice(8).map(({ observationVariableDbId }) => observationVariableDbId)
  expect(id).toMatch(/_adjusted$/)
  const ofOne = { ...OF_ENTRIES, observationVariableDbId: id, germplasmDbId: 'G7' }
  expect((await found(ofOne)).result.data).toEqual(all.slice(14, 15))
  expect((await found({ observationUnitDbId: `entry:${trialId}:G7` })).result.data).toHaveLength(2)
  expect((await found({ ...OF_ENTRIES, germplasmDbId: 'G9' })).result.data).toEqual([])
  const ofPlots = (await found({})).result.data
  expect(new Set(ofPlots.map(({ observationUnitDbId: unit }) => unit?.split(':')[0]))).toEqual(new Set([trialId]))
})

test('a page of means is as large as can be computed at once, and says so', async () => {
  const { token } = customer
  const of = (await server.call('createTrial', { token, body: { name: 'Field 8' } })).body.data.trialId
  const plots = Array.from({ length: 400 }, (_, at) =>
    polygon({ plot_id: at + 1, genotype: `G${at % 2}` }, square(5 * (at % 20), 5 * Math.floor(at / 20), 4)),
  )
  await server.call('savePlots', { token, body: { trialId: of, geojson: inUtm(plots) } })
  const values = plots.map((_, at) => ({ plotId: String(at + 1), value: at }))
  await server.call('saveOwnColumn', { token, body: { trialId: of, name: 'Yield', values } })
  const query = { studyDbId: of, ...OF_ENTRIES }
  const { metadata, result } = (await server.call('brapiObservations', { token, query })).body
  // 50 columns of two genotypes are made of 20,000 values.
  expect(metadata.pagination).toEqual({ currentPage: 0, pageSize: 100, totalCount: 2, totalPages: 1 })
  expect(result.data.map(({ value }) => value)).toEqual(['199', '200'])
})

const answer = async (query: QueryIn<'getTraitTable'>) => {
  const response = await fetchWorkbook({ trialId, ...query })
  return [response.status, await response.text()]
}

test('a comparison that the plots do not have, or that a file cannot show, is refused with the cure', async () => {
  expect(await answer({ format: 'xlsx', treatments: 'only N7' })).toEqual([400, expect.stringContaining('N0, N1')])
  expect(await answer({ format: 'xlsx', check: 'G70' })).toEqual([400, expect.stringContaining('Choose one of them')])
  expect(await answer({ format: 'csv', check: 'G7' })).toEqual([400, expect.stringContaining('xlsx')])
})

const column = (values: Float64Array): ExportTable['columns'][number] => ({
  flight: null,
  flightId: null,
  date: null,
  daysAfterPlanting: null,
  degreeDays: null,
  title: 'Yield',
  trait: 'own:Yield:number',
  label: 'Yield',
  name: 'Yield',
  unit: '',
  stat: 'value',
  scope: 'plot',
  type: 'number',
  values,
  texts: null,
  pixels: null,
  validFrac: null,
  flags: new Float64Array(values.length),
  accountName: null,
  exclusions: new Map(),
})

test('where a workbook has no adjusted means, it says why and what to do', () => {
  const values = Float64Array.from(FIELD, ({ value }) => value)
  const noteOf = (plots: readonly Pick<(typeof FIELD)[number], 'plotId' | 'attributes'>[], columns: number) => {
    const table = {
      plots: plots.map((plot) => ({ ...plot, outline: [] })),
      columns: Array.from({ length: columns }, () => column(values)),
    }
    const [first] = genotypeSheet(table as unknown as ExportTable, DEFAULT_CHOICE).rows
    return first?.at(-1)
  }
  expect(noteOf(FIELD, 1)).toBeNull()
  expect(noteOf(FIELD, 501)).toMatch(/adjusted means of this many .* Open Genotypes/)
  const lost = FIELD.map(({ plotId, attributes: { genotype } }) => ({ plotId, attributes: { genotype } as never }))
  expect(noteOf(lost, 1)).toMatch(/^No adjusted means: .*Import plots that name them/)
})
