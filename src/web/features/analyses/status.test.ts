import { describe, expect, it } from 'vitest'
import { VISIBLE_STATUSES } from '#domain/analyses.ts'
import { fromFilter, STATUS_FILTERS, toFilter } from './status-filter.ts'
import { statusTone } from './status-tone.ts'

describe('the colour of a status', () => {
  it.each([
    ['PENDING', 'blue'],
    ['UNDER_REVIEW', 'yellow'],
    ['PROCESSED', 'green'],
    ['REJECTED', 'red'],
    ['APPROVED', 'green'],
    ['ON HOLD', 'grey'],
    ['toString', 'grey'],
  ])('of %s is %s', (status, tone) => {
    expect(statusTone(status)).toBe(tone)
  })
})

describe("the filter 'Sort by'", () => {
  it('offers what the product promises, in its order', () => {
    expect(STATUS_FILTERS.map((filter) => filter.label)).toEqual([
      'All',
      'Processed',
      'Pending',
      'Rejected',
      'Under Review',
    ])
  })

  it('is restored from the URL', () => {
    expect(VISIBLE_STATUSES.map((status) => fromFilter(toFilter(status)))).toEqual([...VISIBLE_STATUSES])
    expect(fromFilter('all')).toBeUndefined()
    expect(fromFilter('<script>')).toBeUndefined()
    expect(fromFilter(null)).toBeUndefined()
  })
})
