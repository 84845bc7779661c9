// The calls of Breedbase’s client (BrAPI.js) as its map of a field makes them, in their order.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BrapiField, brapiClient, brapiField, textsOf } from '#server/testing/server/brapi-clients.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'

let server: TestServer
let field: BrapiField
beforeAll(async () => {
  server = await openTestServer()
  field = await brapiField(server)
})
afterAll(() => server.close())

test('the map of a field finds its place, and plots by a search, whose pages it asks for at once', async () => {
  const { studyDbId, token } = field
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json;charset=utf-8' }
  const js = brapiClient(server, headers)
  const study = (await js.one(`studies/${studyDbId}`)).result
  const location = (await js.one(`locations/${String(study['locationDbId'])}`)).result
  expect(location['coordinates']).toEqual({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [expect.closeTo(-95.5, 2), expect.closeTo(44.2, 3)] },
  })

  const wanted = { studyDbIds: [studyDbId], pageSize: 3, observationLevels: [{ levelName: 'plot' }] }
  const search = await js.one('search/observationunits', { method: 'POST', body: JSON.stringify(wanted) })
  // It goes on with pages of this answer, if it has any.
  expect([search.status, search.metadata.pagination.totalPages]).toEqual([202, 0])
  const path = `search/observationunits/${String(search.result['searchResultsDbId'])}?pageSize=3`
  const first = await js.list(path)
  expect(first.metadata.pagination).toMatchObject({ currentPage: 0, totalPages: 2, totalCount: 4 })
  const pages = [first, await js.list(`${path}&page=1`)]
  const plots = pages.flatMap(({ result }) => result.data)
  expect(new Set(textsOf(plots, 'observationUnitDbId')).size).toBe(4)
  for (const plot of plots)
    expect(plot['observationUnitPosition']).toMatchObject({
      observationLevel: { levelName: 'plot' },
      positionCoordinateX: expect.stringMatching(/^\d$/),
      positionCoordinateXType: 'GRID_COL',
      positionCoordinateY: '1',
      positionCoordinateYType: 'GRID_ROW',
      geoCoordinates: { type: 'Feature', geometry: { type: 'Polygon' } },
    })
})
