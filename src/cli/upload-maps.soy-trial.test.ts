// A real trial of soybeans from seven maps on disk to the table of its plots, by the command line and one measurement. Collected
// only when SOY_TRIAL names the folder with its flights, plots and golden_plot_stats.csv.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createUser, PASSWORD, type TestUser } from '#server/testing/server/users.ts'
import { runUpload } from './testing/run-upload.ts'

const folder = process.env['SOY_TRIAL'] ?? ''

let server: TestServer
let person: TestUser
beforeAll(async () => {
  server = await openTestServer()
  person = await createUser(server)
})
afterAll(() => server.close())

type Golden = Record<string, string>

test('the maps of a real season become flights by one command, and its plots have the 560 rows of the table', async () => {
  const { token } = person
  const trial = await server.call('createTrial', { token, body: { name: 'Lamberton' } })
  const { trialId } = trial.body.data
  const maps = (await readdir(join(folder, 'flights'))).map((name) => join(folder, 'flights', name))
  const { outcome } = runUpload(
    [...maps, '--project', 'soybean trial', '--trial', 'Lamberton'],
    { SKYFURROW_SERVER: server.url, SKYFURROW_EMAIL: person.email, SKYFURROW_PASSWORD: PASSWORD },
    'upload-maps',
  )
  expect(await outcome).toMatchObject({ code: 0, stderr: '' })
  const geojson = JSON.parse(await readFile(join(folder, 'plots_wgs84_rowcol.geojson'), 'utf8')) as object
  const saved = await server.call('savePlots', { token, body: { trialId, geojson: geojson as never } })
  expect(saved.status).toBe(200)
  const text = await readFile(join(folder, 'golden_plot_stats.csv'), 'utf8')
  const golden = Papa.parse<Golden>(text, { header: true, skipEmptyLines: true }).data
  expect(golden).toHaveLength(560)

  let compared = 0
  for (const bufferMetres of [0, 0.3]) {
    const traits = ['ExG', 'ExGR', 'NGRDI', 'GLI', 'GCC', 'canopyCover']
    const body = { trialId, bufferMetres, mask: { method: 'exg' as const, threshold: 0.1 }, traits }
    const started = await server.call('startMeasurement', { token, body })
    await waitForJobs(server, 'measure-trial')
    const query = { measurementId: started.body.data.measurementId }
    const { data } = (await server.call('getTraitTable', { token, query })).body
    const values = new Map(
      data
        .filter(({ scope }) => scope === 'all')
        .map((row) => [`${row.plot_id} ${row.date} ${row.trait} ${row.stat}`, row.value]),
    )
    for (const row of golden.filter((one) => Number(one['buffer_m']) === bufferMetres)) {
      const valueOf = (trait: string, stat: string) => values.get(`${row['plot_id']} ${row['date']} ${trait} ${stat}`)
      for (const trait of ['ExG', 'ExGR', 'NGRDI', 'GLI', 'GCC'])
        for (const stat of ['mean', 'sd'])
          expect(Math.abs((valueOf(trait, stat) ?? Number.NaN) - Number(row[`${trait}_${stat}`]))).toBeLessThan(2e-4)
      const cover = valueOf('canopyCover', 'mean') ?? Number.NaN
      expect(Math.abs(cover - Number(row['cover_pct_ExG>0.10']))).toBeLessThan(0.1)
      compared += 1
    }
  }
  expect(compared).toBe(560)
})
