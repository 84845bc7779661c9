import { describe, expect, it } from 'vitest'
import { searchRequest, viewFromUrl } from './user-view.ts'

const at = (query: string) => new URLSearchParams(query)
const askedFor = (query: string) => searchRequest(viewFromUrl(at(query)))

describe('the view of the users list', () => {
  it('requests all users without a filter', () => {
    expect(askedFor('')).toBeUndefined()
    expect(askedFor('search=++&status=all')).toBeUndefined()
  })

  it('searches for an email if the text looks like one, otherwise for a name', () => {
    expect(askedFor('search=ann%40field.example')).toEqual({ email: 'ann@field.example' })
    expect(askedFor('search=Ann+Lee')).toEqual({ fullName: 'Ann Lee' })
    expect(askedFor('search=ann%40field')).toEqual({ fullName: 'ann@field' })
  })

  it('sends the number of the chosen status, also for Pending, which is 0', () => {
    expect(askedFor('status=pending')).toEqual({ status: 0 })
    expect(askedFor('status=on-hold&search=Ann')).toEqual({ fullName: 'Ann', status: 3 })
  })

  it('ignores a status that does not exist', () => {
    expect(askedFor('status=cancelled')).toBeUndefined()
  })
})
