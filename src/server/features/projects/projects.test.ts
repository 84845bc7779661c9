import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROJECT_NAMES_MAX } from '#domain/users.ts'
import { inBatches } from '#server/testing/server/in-batches.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer({}, { runsJobs: false })
  staff = await createStaff(server)
})
afterAll(() => server.close())

const assign = (person: TestUser, ...projectTypes: string[]) =>
  server.call('verifyUser', { token: staff.token, body: { userId: person.id, status: 1, projectTypes } })
const projectsOf = ({ id }: TestUser) =>
  server.deps.db
    .selectFrom('projects')
    .select(['name', 'assigned'])
    .where('accountId', '=', id)
    .orderBy('position')
    .execute()
const profileOf = async ({ token }: TestUser) => (await server.call('getProfile', { token })).body.data.projectTypes
const suggest = async (search?: string) =>
  (await server.call('listProjectNames', { token: staff.token, query: search === undefined ? {} : { search } })).body
    .data

describe('the projects of a customer', () => {
  test('are listed everywhere in the order chosen by staff', async () => {
    const person = await createUser(server, { projectTypes: [] })
    for (const names of [['Wheat', 'Änger_2', 'apples'], ['apples', 'Wheat'], ['Wheat', 'new', 'apples'], []]) {
      expect((await assign(person, ...names)).body.data?.projectTypes).toEqual(names)
      expect(await profileOf(person)).toEqual(names)
    }
  })

  test('a removed project is kept while requests belong to it, and is the same project when it is assigned again', async () => {
    const person = await createUser(server, { projectTypes: ['Soybean_Trial', 'Typo'] })
    const { analysisRequestId: id } = await submitArchive(server, person)
    await assign(person, 'Maize')
    expect(await projectsOf(person)).toEqual([
      { name: 'Soybean_Trial', assigned: false },
      { name: 'Maize', assigned: true },
    ])
    const request = async () => (await server.call('listMyAnalyses', { token: person.token })).body.data[0]
    expect(await request()).toMatchObject({ analysisRequestId: id, projectType: 'Soybean_Trial' })
    await assign(person, 'Soybean_Trial')
    expect(await projectsOf(person)).toEqual([{ name: 'Soybean_Trial', assigned: true }])
  })
})

test('searches find a request by the name of its project', async () => {
  const person = await createUser(server, { projectTypes: ['Zuckerrüben_Nord'] })
  const start = { projectType: 'Zuckerrüben Nord' }
  const { analysisRequestId: id } = await submitArchive(server, person, { start })
  const found = await server.call('listAllAnalyses', { token: staff.token, query: { search: 'zuckerrüben' } })
  expect(found.body.data.map(({ analysisRequestId }) => analysisRequestId)).toEqual([id])
})

describe('suggested names', () => {
  test('are those of all customers, each once, case-insensitively', async () => {
    const [one, two] = [await createUser(server), await createUser(server)]
    await assign(one, 'Sugargrass_2', 'sugargrass_10', 'Sugargrass%')
    await assign(two, 'Sugargrass_2', 'Sorghum')
    expect(await suggest('SUGARGRASS')).toEqual(['Sugargrass%', 'sugargrass_10', 'Sugargrass_2'])
    expect(await suggest('  sugargrass_ ')).toEqual(['sugargrass_10', 'Sugargrass_2'])
    expect(await suggest('%')).toEqual([])
    expect(await suggest('nothing begins like this')).toEqual([])
  })

  test('are at most 50, however many customers have the same projects', async () => {
    await inBatches(3000, async (first, last) => {
      const numbers = sql`generate_series(${first}::int, ${last}::int) n`
      await sql`insert into users (id, email, full_name, password_hash, role, status, created_at)
        select 'many' || n, 'many' || n || '@example.org', 'Many', '', 'USER', 'APPROVED', now() from ${numbers}`.execute(
        server.deps.db,
      )
      await sql`insert into projects (account_id, name, assigned)
        select 'many' || n, name, true from ${numbers}, unnest(array['Many', 'Many_' || n % 60]) name`.execute(
        server.deps.db,
      )
    })
    const names = await suggest('many')
    expect(names).toHaveLength(PROJECT_NAMES_MAX)
    expect(names.slice(0, 3)).toEqual(['Many', 'Many_0', 'Many_1'])
    expect(await suggest()).toHaveLength(PROJECT_NAMES_MAX)
  })
})
