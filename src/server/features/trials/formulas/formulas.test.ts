import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BodyIn } from '#contract/api.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let staff: TestUser
let customer: TestUser
beforeAll(async () => {
  server = await openTestServer({}, { runsJobs: false })
  staff = await createStaff(server)
  customer = await createUser(server)
})
afterAll(() => server.close())

const makeTrial = async (): Promise<string> =>
  (await server.call('createTrial', { token: customer.token, body: { name: 'Field 7' } })).body.data.trialId

const LEAN = { trait: 'Lean', name: 'Leaning plants', formula: '(G - R) / (G + R)' }
const save = (trialId: string, more: Partial<BodyIn<'saveFormula'>> = {}, { token } = customer) =>
  server.call('saveFormula', { token, body: { trialId, ...LEAN, ...more } })

const formulasOf = async (trialId: string) =>
  (await server.call('listFormulas', { token: customer.token, query: { trialId } })).body.data

test('customer and staff make, change and delete the formulas of a trial, and the activity log says so', async () => {
  const trialId = await makeTrial()
  const { formulaId } = (await save(trialId)).body.data
  const changed = await save(trialId, { formulaId, formula: 'G / R', unit: 'x' }, staff)
  expect(changed.body.data).toEqual({ formulaId })
  expect(await formulasOf(trialId)).toEqual([
    { formulaId, ...LEAN, formula: 'G / R', unit: 'x', author: 'Test Person', changedTime: expect.any(String) },
  ])
  const remove = () => server.call('deleteFormula', { token: customer.token, query: { formulaId } })
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404])
  expect((await save(trialId, { formulaId })).status).toBe(404)
  expect(await formulasOf(trialId)).toEqual([])
  const { data } = (await server.call('listActivity', { token: staff.token, query: { subject: `trial:${trialId}` } }))
    .body
  expect(data.slice(0, 3)).toMatchObject([
    { action: 'trial.formula-deleted', before: { trait: 'Lean', formula: 'G / R' } },
    { action: 'trial.formula-saved', after: { trait: 'Lean', formula: 'G / R' } },
    { action: 'trial.formula-saved', after: { trait: 'Lean', formula: '(G - R) / (G + R)' } },
  ])
})

const RATIO = { trait: undefined, name: 'Yield of cover', formula: '[Yield] / [canopyCover 2026-07-14]' }

test('a formula without a short name is a column of the table, and stays one', async () => {
  const trialId = await makeTrial()
  const { formulaId } = (await save(trialId, RATIO)).body.data
  const { formulaId: traitId } = (await save(trialId)).body.data
  const formula = '2 * [Yield]'
  expect((await save(trialId, { ...RATIO, formulaId, formula })).status).toBe(200)
  expect([
    (await save(trialId, { formulaId })).status,
    (await save(trialId, { ...RATIO, formulaId: traitId })).status,
  ]).toEqual([409, 409])
  await server.call('deleteFormula', { token: customer.token, query: { formulaId: traitId } })
  expect((await save(trialId, { formulaId })).status).toBe(404)
  expect(await formulasOf(trialId)).toMatchObject([{ formulaId, trait: null, name: 'Yield of cover', formula }])
})

test('a column formula that can not be computed is refused, and its name is taken once among columns', async () => {
  const trialId = await makeTrial()
  await save(trialId, { name: 'Ratio' })
  await save(trialId, { ...RATIO, name: 'Ratio' })
  expect((await save(trialId, { ...RATIO, name: 'RATIO' })).body.message).toBe(
    'This trial has a formula RATIO already. Choose another name.',
  )
  const many = Array.from({ length: 11 }, (_, at) => `[c${at}]`).join('+')
  for (const formula of ['[Yield', 'G / R', '2 + 2', many])
    expect((await save(trialId, { ...RATIO, formula })).body.errors).toMatchObject([{ field: 'formula' }])
  expect(await formulasOf(trialId)).toHaveLength(2)
})

test('a formula of another trial is not changed', async () => {
  const [trialId, other] = [await makeTrial(), await makeTrial()]
  const { formulaId } = (await save(trialId)).body.data
  expect((await save(other, { formulaId, formula: 'G / R' })).status).toBe(404)
  expect((await formulasOf(trialId))[0]).toMatchObject({ formula: '(G - R) / (G + R)' })
})

test('what can not be measured is refused, at the field that is wrong', async () => {
  const trialId = await makeTrial()
  const problems = [{ trait: 'NDVI' }, { trait: 'a b' }, { formula: 'G +' }, { formula: 'eval(1)' }, { formula: '3' }]
  for (const problem of problems) {
    const { status, body } = await save(trialId, problem)
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: Object.keys(problem)[0] })]])
  }
  expect(await formulasOf(trialId)).toEqual([])
})

test('a short name is taken once, whatever its capitals, and a trial has at most 40 formulas', async () => {
  const trialId = await makeTrial()
  await save(trialId)
  expect((await save(trialId, { trait: 'LEAN' })).body.message).toContain('has a formula LEAN already')
  const rows = Array.from({ length: 39 }, (_, at) => ({
    id: `${trialId}-${at}`,
    trialId,
    ...LEAN,
    trait: `Lean${at}`,
    unit: null,
    authorId: customer.id,
    changedAt: server.deps.now(),
  }))
  await server.deps.db.insertInto('trialFormulas').values(rows).execute()
  expect((await save(trialId, { trait: 'Last' })).body.message).toBe(
    'A trial has at most 40 formulas. Delete one first.',
  )
  expect(await formulasOf(trialId)).toHaveLength(40)
})
