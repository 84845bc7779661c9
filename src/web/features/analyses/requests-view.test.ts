import { expect, test } from 'vitest'
import { countFilters, viewFromUrl, viewQuery } from './requests-view.ts'

const queryOf = (url: string) => viewQuery(viewFromUrl(new URLSearchParams(url)))

test('the filters in the address are sent as the server expects them; days are those of the reader', () => {
  const url = 'search=wheat&status=under+review&project=Winter+Wheat&assignee=me&from=2026-11-01&to=2026-11-22'
  expect(queryOf(url)).toEqual({
    search: 'wheat',
    first: 'UNDER_REVIEW',
    project: 'Winter Wheat',
    assignee: 'me',
    fromDate: new Date(2026, 10, 1).toISOString(),
    toDate: new Date(2026, 10, 22, 23, 59, 59, 999).toISOString(),
  })
  expect(countFilters(viewFromUrl(new URLSearchParams(url)))).toBe(3)
})

test('two days in the wrong order are the same range', () => {
  expect(queryOf('from=2026-11-22&to=2026-11-01')).toEqual(queryOf('from=2026-11-01&to=2026-11-22'))
})

test.each(['from=yesterday', 'to=2026-13-45', 'from=0000-01-01', 'assignee=a%20b', 'project=%20', 'status=lost'])(
  'what no filter can be is ignored: %s',
  (url) => expect(queryOf(url)).toEqual({}),
)
