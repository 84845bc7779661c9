// A measured trial, and a breeding database of others in which its study is.
import { expect } from 'vitest'
import type { BodyIn } from '#contract/api.ts'
import type { ExchangeDirection } from '#domain/exchange/exchange.ts'
import { BreedingDatabase, unit, variable } from '../doubles/breeding-database.ts'
import { waitForJobs } from './emails.ts'
import { HALF_PLANTS } from './gis-trials.ts'
import { trialOnMaps } from './measured-trials.ts'
import { openTestServer } from './test-server.ts'
import { inUtm, polygon, square } from './trials.ts'
import { createStaff, createUser } from './users.ts'

export const EXCHANGED_PLOTS = inUtm([
  polygon({ plot_id: '101', row: 1, column: 1, genotype: 'MN0095' }, square(1.2, 1.2, 4)),
  polygon({ plot_id: '102', row: 1, column: 2 }, square(8, 1.2, 4)),
])

type Called = 'connectStudy' | 'startExchange' | 'cancelExchange' | 'saveTraitNames'

/** Canopy cover of plot 101 is 100, and that of 102 is 0. */
export async function openExchange() {
  const database = new BreedingDatabase()
  await database.start()
  const server = await openTestServer({ BREEDING_DATABASES: 'any' })
  const owner = await createUser(server)
  const { token } = owner
  const flight = { takenOn: '2026-07-01', orthomosaic: { fileName: 'field.tif', content: HALF_PLANTS } }
  const staff = await createStaff(server)
  const trial = await trialOnMaps(server, { owner, staff, flights: [flight], plots: EXCHANGED_PLOTS })
  const { trialId } = trial
  const settings = { bufferMetres: 0, mask: { method: 'exg' as const }, traits: ['canopyCover'] }
  const started = await server.call('startMeasurement', { token, body: { trialId, ...settings } })
  await waitForJobs(server, 'measure-trial')
  const call = <Name extends Called>(name: Name, body: BodyIn<Name>) => server.call(name, { token, body } as never)
  const loaded = async () => (await server.call('getExchange', { token, query: { trialId } })).body.data
  const newest = async (direction: ExchangeDirection) => {
    await waitForJobs(server, 'exchange')
    return (await loaded()).exchanges.find((one) => one.direction === direction)
  }
  return {
    server,
    owner,
    trialId,
    flightId: trial.flightIds[0] ?? '',
    measurementId: started.body.data.measurementId,
    database,
    call,
    loaded,
    newest,
    connect: (over: Partial<BodyIn<'connectStudy'>> = {}) => {
      const of = { trialId, url: database.url, token: 'sesame', studyDbId: '7', sendsAfterMeasuring: false }
      return call('connectStudy', { ...of, ...over })
    },
    async exchange(direction: ExchangeDirection, step: 'compare' | 'write', replaces = false) {
      const answer = await call('startExchange', { trialId, direction, step, replaces })
      expect(answer.body.message).toBe('Exchange started')
      return newest(direction)
    },
    async ownColumns() {
      const { body } = await server.call('listOwnColumns', { token, query: { trialId } })
      return body.data.map(({ name, unit: of, takenOn, values }) => [
        name,
        of,
        takenOn,
        values.map(({ plotId, value }) => [plotId, value]),
      ])
    },
    /** As it is at first: nothing exchanged, no own columns, and two plots and our variable there. */
    async reset() {
      database.clear()
      database.units = [unit('u1', '101', 'mn0095'), unit('u2', '0102', 'MN1410')]
      database.variables = [variable('v1', 'canopyCover_mean')]
      for (const table of ['exchanges', 'studyConnections', 'trialColumns'] as const)
        await server.deps.db.deleteFrom(table).execute()
      await call('saveTraitNames', { names: [] })
    },
    async close() {
      await server.close()
      await database.stop()
    },
  }
}
