import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fieldTiff } from '#server/testing/server/measured-trials.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createUser, PASSWORD, type TestUser } from '#server/testing/server/users.ts'
import { runUpload } from './testing/run-upload.ts'

let server: TestServer
let person: TestUser
let folder: string
beforeAll(async () => {
  server = await openTestServer()
  person = await createUser(server)
  folder = mkdtempSync(join(tmpdir(), 'skyfurrow-maps-'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const field = (valueAt: (x: number) => number) =>
  fieldTiff({ width: 70, height: 60, bands: 3, sampleType: 'uint8', photometric: 2, valueAt, pixel: 0.2 })

function write(name: string, content: Buffer): string {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

const run = (args: string[]) =>
  runUpload(
    args,
    { SKYFURROW_SERVER: server.url, SKYFURROW_EMAIL: person.email, SKYFURROW_PASSWORD: PASSWORD },
    'upload-maps',
  ).outcome

test('maps become flights of a trial by their dates, and a second run sends nothing again', async () => {
  const { token } = person
  await server.call('createTrial', { token, body: { name: 'Field 7' } })
  const maps = [
    write(
      'north_2026-07-01.tif',
      field((x) => x),
    ),
    write(
      'north_2026-07-15.tif',
      field((x) => 2 * x),
    ),
    write(
      'undated.tif',
      field((x) => 3 * x),
    ),
  ]
  const wanted = [...maps, '--project', 'soybean trial', '--trial', 'Field 7']
  const first = await run(wanted)
  expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('undated.tif says no date') })
  expect(first.stdout).toContain('2026-07-15 is a flight of Field 7.')
  const { body } = await server.call('listTrials', { token })
  const [trial] = body.data
  const { data } = (await server.call('getTrial', { token, query: { trialId: trial?.trialId ?? '' } })).body
  expect(data.flights.map(({ takenOn }) => takenOn)).toEqual(['2026-07-01', '2026-07-15'])

  const again = await run(wanted)
  expect(again.code).toBe(0)
  expect(again.stdout).toContain('north_2026-07-01.tif is there already.')
  expect(again.stdout).not.toContain('Uploaded')
  const listed = await server.call('listMaps', { token, query: { projectType: 'Soybean_Trial' } })
  expect(listed.body.data).toHaveLength(3)
})

test.each([
  ['no map', ['--project', 'soybean trial'], 'Which maps? Name one or more GeoTIFFs.'],
  ['an unknown trial', ['map.tif', '--project', 'soybean trial', '--trial', 'Field 9'], 'You have no trial Field 9.'],
  ['another project', ['map.tif', '--project', 'maize'], 'is not assigned to you'],
])('%s is refused before anything is sent', async (_what, args, message) => {
  const map = write(
    'map.tif',
    field((x) => x),
  )
  const outcome = await run(args.map((arg) => (arg === 'map.tif' ? map : arg)))
  expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
})
