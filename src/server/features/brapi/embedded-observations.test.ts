import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BrapiField, brapiField } from '#server/testing/server/brapi-clients.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createUser } from '#server/testing/server/users.ts'

let server: TestServer
let field: BrapiField
const DAYS = Array.from({ length: 10 }, (_, day) => `2026-07-${String(day + 1).padStart(2, '0')}`)
beforeAll(async () => {
  server = await openTestServer()
  field = await brapiField(server)
  const { studyDbId, height, token } = field
  const scores = DAYS.flatMap((observationTimeStamp) =>
    [1, 2, 3].map((plot) => ({
      observationUnitDbId: `${studyDbId}:${plot}`,
      observationVariableDbId: height,
      observationTimeStamp,
      value: String(plot * 10),
    })),
  )
  await server.call('brapiMakeObservations', { token, body: scores })
})
afterAll(() => server.close())

const unitsWith = async (query: Record<string, string>, token = field.token) =>
  (await server.call('brapiObservationUnits', { token, query: { studyDbId: field.studyDbId, ...query } })).body

const inOrder = <One extends { observationDbId: string }>(all: readonly One[]) =>
  all.toSorted((one, other) => one.observationDbId.localeCompare(other.observationDbId))

test('units come with their observations, as those are read on their own, in pages that stay small', async () => {
  const whole = await unitsWith({ includeObservations: 'true' })
  expect(whole.metadata.pagination).toEqual({ currentPage: 0, pageSize: 500, totalCount: 4, totalPages: 1 })
  const query = { studyDbId: field.studyDbId }
  const { result } = (await server.call('brapiObservations', { token: field.token, query })).body
  expect(result.data).toHaveLength(30)
  const embedded = whole.result.data.flatMap((unit) => unit.observations ?? [])
  expect(inOrder(embedded)).toEqual(inOrder(result.data))
  for (const { observationUnitDbId: id, observations } of whole.result.data)
    expect(observations?.every((one) => one.observationUnitDbId === id)).toBe(true)
  expect(whole.result.data.map(({ observations }) => observations?.length)).toEqual([10, 10, 10, 0])

  const page = await unitsWith({ includeObservations: 'true', page: '1', pageSize: '3' })
  expect(page.metadata.pagination).toMatchObject({ currentPage: 1, pageSize: 3, totalPages: 2 })
  expect(page.result.data).toEqual(whole.result.data.slice(3))
  const some = await unitsWith({ includeObservations: 'true', observationUnitName: '2' })
  expect(some.result.data).toEqual([whole.result.data[1]])
})

test('without being asked for, or for entries, there are none, which is said', async () => {
  for (const asked of [{}, { includeObservations: 'false' }]) {
    const { metadata, result } = await unitsWith(asked)
    expect(metadata.pagination.pageSize).toBe(1000)
    expect(result.data.some((unit) => 'observations' in unit)).toBe(false)
  }
  const entries = await unitsWith({ includeObservations: 'true', observationUnitLevelName: 'entry' })
  expect(entries.result.data.map((unit) => [unit.observationUnitName, 'observations' in unit])).toEqual([
    ['Line 1', false],
    ['Line 2', false],
  ])
  expect(entries.metadata.status[0]).toEqual({
    messageType: 'WARNING',
    message: 'Entries come without observations: GET /observations computes their means',
  })
})

test('scores of a plot that people have excluded are none, here and on their own', async () => {
  const { owner, studyDbId, token } = field
  const exclude = (reason: string | null) =>
    server.call('excludePlots', { token: owner.token, body: { trialId: studyDbId, plotIds: ['2'], reason } })
  expect((await exclude('Flooded')).status).toBe(200)
  const { result } = await unitsWith({ includeObservations: 'true' })
  expect(result.data.map(({ observations }) => observations?.length)).toEqual([10, 0, 10, 0])
  const read = await server.call('brapiObservations', { token, query: { studyDbId } })
  expect([read.body.metadata.pagination.totalCount, read.body.result.data.length]).toEqual([20, 20])
  await exclude(null)
})

test('another account reads neither', async () => {
  const { token } = await createUser(server)
  expect((await unitsWith({ includeObservations: 'true' }, token)).result.data).toEqual([])
})
