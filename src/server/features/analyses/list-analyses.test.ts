import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { QueryIn } from '#contract/api.ts'
import type { VisibleStatus } from '#domain/analyses.ts'
import { displayFileName } from '#domain/file-names.ts'
import { findAssigned } from '#server/features/projects/queries.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { startArchive, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
})
afterAll(() => server.close())

const listAll = (query: QueryIn<'listAllAnalyses'> = {}) =>
  server.call('listAllAnalyses', { token: staff.token, query })
const listMine = (person: TestUser, query: QueryIn<'listMyAnalyses'> = {}) =>
  server.call('listMyAnalyses', { token: person.token, query })
const ids = ({ body }: { body: { data: { analysisRequestId: string }[] } }) =>
  body.data.map(({ analysisRequestId }) => analysisRequestId)

/** Inserts rows with the same timestamp. */
async function addAnalyses(person: TestUser, statuses: VisibleStatus[]): Promise<string[]> {
  const project = await findAssigned(server.deps.db, { accountId: person.id, projectType: 'Soybean_Trial' })
  const rows = statuses.map((status) => ({
    id: randomUUID(),
    accountId: person.id,
    projectId: project?.id ?? '',
    description: '',
    reportCategories: ['orthomosaic'],
    status,
    message: null,
    submittedAt: server.deps.now(),
  }))
  await server.deps.db.insertInto('analyses').values(rows).execute()
  return rows.map(({ id }) => id)
}

describe('staff', () => {
  test('see a submitted request with all fields of the specification', async () => {
    const person = await createUser(server, { fullName: 'Anna Bauer' })
    const start = {
      description: 'Flight at noon, 40 m',
      reportCategories: ['orthomosaic', '3dModel', 'orthomosaic'],
      fileName: encodeURIComponent('Feld Süd (1).zip'),
    }
    const { analysisRequestId } = await submitArchive(server, person, { content: Buffer.alloc(70_000, 7), start })
    const { body } = await listAll({ search: person.email })
    expect(body).toMatchObject({ statusCode: 200, total: 1, next: null })
    expect(body.data).toEqual([
      {
        analysisRequestId,
        projectType: 'Soybean_Trial',
        submittedTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        status: 'PENDING',
        description: 'Flight at noon, 40 m',
        fileUrls: [expect.stringContaining(`${server.url}/storage/`)],
        fileSizes: [70_000],
        receipts: [expect.objectContaining({ fileName: 'Feld Süd (1).zip', size: 70_000, agrees: null })],
        reportCategories: ['orthomosaic', '3dModel'],
        message: null,
        purgeOn: null,
        archivesPurgeOn: null,
        user: { userId: person.id, fullName: 'Anna Bauer', email: person.email, roles: ['USER'] },
        assignee: null,
        flight: null,
        reportFiles: 0,
        version: 1,
      },
    ])
    expect(displayFileName(body.data[0]?.fileUrls[0] ?? '')).toBe('Feld Süd (1).zip')
  })

  test('do not see requests that are still uploading', async () => {
    const person = await createUser(server)
    await startArchive(server, person, { content: Buffer.from('x') })
    expect((await listAll({ search: person.email })).body).toMatchObject({ data: [], total: 0 })
    expect((await listMine(person)).body).toMatchObject({ data: [], total: 0 })
  })

  test('get the chosen status first over all pages, and each request once while new ones arrive', async () => {
    const person = await createUser(server)
    const processed: string[] = []
    for (let day = 0; day < 4; day += 1) {
      server.advance(1000)
      const [, expectedId] = await addAnalyses(person, ['PENDING', 'PROCESSED', 'REJECTED', 'UNDER_REVIEW', 'PENDING'])
      processed.unshift(expectedId ?? '')
    }
    const present = ids(await listAll({ pageSize: '100' }))
    const seen: string[] = []
    let after: string | null = null
    do {
      const answer: Awaited<ReturnType<typeof listAll>> = await listAll({
        first: 'PROCESSED',
        pageSize: '3',
        ...(after === null ? {} : { after }),
      })
      seen.push(...ids(answer))
      after = answer.body.next
      server.advance(1000)
      await addAnalyses(person, ['PENDING'])
    } while (after !== null)
    expect(new Set(seen).size).toBe(seen.length)
    const others = present.filter((id) => !processed.includes(id))
    expect(seen.filter((id) => present.includes(id))).toEqual([...processed, ...others])
    expect(ids(await listAll({ first: 'PROCESSED', pageSize: '3', from: '1' }))[0]).toBe(processed[3])
  })

  test.each([
    [{ first: 'UPLOADING' }, 'first'],
    [{ first: 'processed' }, 'first'],
    [{ first: '' }, 'first'],
    [{ search: 'x'.repeat(255) }, 'search'],
    [{ from: '-1' }, 'from'],
    [{ pageSize: '101' }, 'pageSize'],
    [{ after: Buffer.from('[0,"2026-01-01T00:00:00Z","\\u0000"]').toString('base64url') }, 'after'],
  ])('%j is rejected, with an error for its field', async (query, field) => {
    const { status, body } = await listAll(query as QueryIn<'listAllAnalyses'>)
    expect({ status, field: body.errors?.[0]?.field }).toEqual({ status: 400, field })
  })
})

describe('search', () => {
  let expectedId: string
  beforeAll(async () => {
    const person = await createUser(server, {
      fullName: 'Jürgen Müller_100%',
      email: 'juergen@hof.example',
      projectTypes: ['Winter_Wheat_Nursery'],
    })
    const start = { projectType: 'Winter_Wheat_Nursery', fileName: encodeURIComponent('Flug_50%.zip') }
    expectedId = (await submitArchive(server, person, { start })).analysisRequestId
    await submitArchive(server, await createUser(server, { fullName: 'Jurgen Muller 1000' }))
  })

  test.each([
    'jürgen mü',
    'Hof.Example',
    'winter wheat',
    'Winter_Wheat',
    'WHEAT nursery',
    'flug_50%',
    'Müller_100%',
    ' juergen@hof.example ',
    'flug-50',
    'Müller%',
    'jü',
    'wheat juergen flug',
    'flug zip',
  ])('%j finds the one request', async (search) => {
    const { body } = await listAll({ search })
    expect(ids({ body })).toEqual([expectedId])
    expect(body.total).toBe(1)
  })

  test.each(['winter maize', '%', '\\', "' or 'x'='x", "' | ''", 'unknown words', 'ürgen', 'wint heat'])(
    '%j finds nothing',
    async (search) => {
      expect((await listAll({ search })).body).toMatchObject({ data: [], total: 0 })
    },
  )

  test('a renamed user is found by the new name only', async () => {
    const person = await createUser(server, { fullName: 'Wilma Vorher' })
    const { analysisRequestId } = await submitArchive(server, person)
    await server.call('changeName', { token: person.token, body: { fullName: 'Wilma Nachher' } })
    await vi.waitFor(
      async () => expect(ids(await listAll({ search: 'wilma nachher' }))).toEqual([analysisRequestId]),
      60_000,
    )
    expect(ids(await listAll({ search: 'wilma vorher' }))).toEqual([])
  })

  test('an empty search finds everything', async () => {
    expect((await listAll({ search: '  ' })).body.total).toBe((await listAll()).body.total)
  })
})

test('both lists have fifty rows by default; from is the index of a page, whatever its size', async () => {
  const person = await createUser(server)
  await addAnalyses(
    person,
    Array.from({ length: 60 }, () => 'PENDING'),
  )
  for (const list of [(query: QueryIn<'listMyAnalyses'>) => listMine(person, query), listAll]) {
    const all = ids(await list({ pageSize: '100' }))
    expect(all.length).toBeGreaterThanOrEqual(60)
    expect(ids(await list({}))).toEqual(all.slice(0, 50))
    expect(ids(await list({ from: '1' }))).toEqual(all.slice(50))
    expect(ids(await list({ pageSize: '7', from: '2' }))).toEqual(all.slice(14, 21))
  }
})

test('customers see their own requests only, newest first, page by page', async () => {
  const [one, other] = [await createUser(server), await createUser(server)]
  const mine: string[] = []
  for (let day = 0; day < 5; day += 1) {
    server.advance(1000)
    mine.unshift(...(await addAnalyses(one, ['PENDING'])))
    await addAnalyses(other, ['PENDING'])
  }
  const first = await listMine(one, { pageSize: '2' })
  const second = await listMine(one, { pageSize: '2', after: first.body.next ?? '' })
  const third = await listMine(one, { pageSize: '2', from: '2' })
  expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(mine)
  expect(first.body.total).toBe(5)
  expect(third.body.next).toBeNull()
  expect(JSON.stringify(first.body)).not.toContain(other.email)
})
