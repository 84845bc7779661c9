// The plot statistics of a real trial of soybeans. Collected only when SOY_TRIAL names the folder with its flights, plots
// and golden_plot_stats.csv.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { insetPolygon } from '../../plots/inset.ts'
import { toPixels } from '../../plots/pixel-coverage.ts'
import { findTrait } from '../catalogue/catalogue.ts'
import { maskRule } from './masks.ts'
import { measurePlots, type PlotMeasurement } from './measure-plots.ts'
import { placeOfValue } from './plot-numbers.ts'
import { STATISTICS } from './statistics.ts'
import { openSoyFlight, soyFlights, soyFolder, soyPlots } from './testing/soy-trial.ts'

const INDICES = ['ExG', 'ExGR', 'NGRDI', 'GLI', 'GCC', 'TGI_dn'] as const
const INDEX_TOLERANCE = 2e-4
const COVER_TOLERANCE = 0.1
/** In digital numbers. */
const TGI_TOLERANCE = 2e-3
const PIXELS_TOLERANCE = 0.2

type Golden = Record<string, string>

async function measureFlight(file: string, buffer: number, method: 'exg' | 'exgr'): Promise<PlotMeasurement[]> {
  const { layer, transform, close } = await openSoyFlight(file)
  const measured = await measurePlots(
    layer(),
    (await soyPlots()).map((plot) => toPixels(insetPolygon(plot, { ends: buffer, sides: buffer }) ?? [], transform)),
    { traits: INDICES.map((id) => findTrait(id) ?? { expression: Number.NaN }), mask: maskRule(method) },
  )
  await close()
  return measured
}

const valueOf = ({ values }: PlotMeasurement, index: number, statistic: (typeof STATISTICS)[number]): number =>
  values[placeOfValue(index, 0, STATISTICS.indexOf(statistic))] ?? Number.NaN

const files = await soyFlights()
const golden = Papa.parse<Golden>(await readFile(join(soyFolder, 'golden_plot_stats.csv'), 'utf8'), {
  header: true,
  skipEmptyLines: true,
}).data
const wgs84 = JSON.parse(await readFile(join(soyFolder, 'plots_wgs84_rowcol.geojson'), 'utf8')) as {
  features: { properties: { plot_id: string; fid: number } }[]
}
const order = new Map(wgs84.features.map(({ properties }) => [properties.plot_id, properties.fid - 1]))

test('there are 560 rows of 7 flights', () => {
  expect(golden).toHaveLength(560)
  expect(files).toHaveLength(7)
})

describe.each(files)('%s', (file) => {
  test.each([0, 0.3])('with a buffer of %d m the plots have the values of the table', async (buffer) => {
    const [byExg, byExgr] = [await measureFlight(file, buffer, 'exg'), await measureFlight(file, buffer, 'exgr')]
    const date = file.replace(/^(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3')
    const rows = golden.filter((row) => row.date === date && Number(row.buffer_m) === buffer)
    expect(rows).toHaveLength(40)
    const worst: Record<string, number> = {}
    const compare = (name: string, value: number, expected: string | undefined) => {
      worst[name] = Math.max(worst[name] ?? 0, Math.abs(value - Number(expected)))
    }
    for (const row of rows) {
      const at = order.get(row.plot_id ?? '') ?? -1
      const [one, other] = [byExg[at], byExgr[at]]
      if (!one || !other) throw new Error(`No plot ${row.plot_id}`)
      for (const [index, id] of INDICES.entries()) {
        compare(id === 'TGI_dn' ? 'TGI' : 'index', valueOf(one, index, 'mean'), row[`${id}_mean`])
        compare(id === 'TGI_dn' ? 'TGI' : 'index', valueOf(one, index, 'sd'), row[`${id}_sd`])
      }
      compare('median', valueOf(one, 0, 'median'), row.ExG_median)
      compare('pixels', one.nPx, row.px_eff)
      compare('valid', one.validFrac, row.valid_frac)
      compare('cover', one.coverPct ?? Number.NaN, row['cover_pct_ExG>0.10'])
      compare('cover', other.coverPct ?? Number.NaN, row['cover_pct_ExGR>0'])
    }
    expect(worst.index).toBeLessThan(INDEX_TOLERANCE)
    expect(worst.TGI).toBeLessThan(TGI_TOLERANCE)
    expect(worst.cover).toBeLessThan(COVER_TOLERANCE)
    expect(worst.pixels).toBeLessThan(PIXELS_TOLERANCE)
    expect(worst.median).toBeLessThan(INDEX_TOLERANCE)
    expect(worst.valid).toBeLessThan(1e-4)
  })
})
