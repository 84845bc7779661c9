import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#server/testing/server/test-database.ts'
import { PREPARED } from './pool.ts'

const AT = new Date('2026-03-04T05:06:07.089Z')

test('rows are read as what they mean: whole numbers as numbers, times as dates, content of JSON as it is', async () => {
  const { db, close } = await openTestDatabase()
  await db
    .insertInto('users')
    .values({
      id: 'u',
      email: 'ann@example.org',
      fullName: 'Ann Lee',
      passwordHash: '',
      role: 'USER',
      status: 'APPROVED',
      message: null,
      confirmedAt: null,
      createdAt: AT,
      mustChangePassword: false,
    })
    .execute()
  const user = await db.selectFrom('users').selectAll().where('id', '=', 'u').executeTakeFirstOrThrow()
  expect(user).toMatchObject({
    message: null,
    createdAt: AT,
    version: 1,
  })
  const names = ['Soybean_Trial', 'a "quoted", {odd} one', '']
  for (const [position, name] of names.entries())
    await db
      .insertInto('projects')
      .values({ id: `p${position}`, accountId: 'u', name, assigned: true, position, createdAt: AT })
      .execute()
  const kept = db.selectFrom('projects').select(sql<string[]>`array_agg(name order by position)`.as('names'))
  expect(await kept.executeTakeFirst()).toEqual({ names })

  const entry = { at: AT, actorId: null, action: 'a', subject: 's', requestId: '', address: '', token: null }
  const after = JSON.stringify({ snake_case: [1, null, { deepKey: 'ü' }] })
  await db
    .insertInto('audit')
    .values({ ...entry, before: null, after })
    .execute()
  const audited = await db.selectFrom('audit').selectAll().where('subject', '=', 's').executeTakeFirstOrThrow()
  expect(audited).toEqual({
    ...entry,
    id: expect.any(Number) as number,
    before: null,
    after: { snake_case: [1, null, { deepKey: 'ü' }] },
  })

  const counted = await sql`
    select count(*)::int as few, count(*) as many, 9007199254740991::bigint as most, 0.1::float8 as tenth,
      1.5::numeric as decimal, true as yes, null as nothing, array['x']::text[] as list,
      ${AT}::timestamptz + 1500::float8 * interval '1 millisecond' as later
    from users where id = 'u'`.execute(db)
  expect(counted.rows).toEqual([
    {
      few: 1,
      many: 1,
      most: 9007199254740991,
      tenth: 0.1,
      decimal: '1.5',
      yes: true,
      nothing: null,
      list: ['x'],
      later: new Date(AT.getTime() + 1500),
    },
  ])
  const changed = await db.updateTable('users').set({ message: 'x' }).where('id', '=', 'u').executeTakeFirst()
  expect(changed.numUpdatedRows).toBe(1n)
  await close()
})

test('a query that is marked is prepared once for a connection, and finds other rows for other values', async () => {
  const { db, close } = await openTestDatabase()
  await db.connection().execute(async (one) => {
    for (const n of [1, 2, 9]) {
      const found = await sql`select ${PREPARED} n from generate_series(1, 3) n where n = ${n}`.execute(one)
      expect(found.rows).toEqual(n <= 3 ? [{ n }] : [])
    }
    const prepared = await sql`select from pg_prepared_statements`.execute(one)
    expect(prepared.rows).toHaveLength(1)
  })
  await close()
})
