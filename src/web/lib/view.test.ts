import { describe, expect, it } from 'vitest'
import { changed, onFirstPage, pageFrom } from './view.ts'

const at = (query: string) => new URLSearchParams(query)

describe('what stands in the address of a list', () => {
  it('changes one thing and keeps the others', () => {
    expect(changed(at('status=pending&search=Ann'), { search: 'Bo' }).toString()).toBe('status=pending&search=Bo')
    expect(changed(at('status=pending&search=Ann'), { status: null }).toString()).toBe('search=Ann')
  })

  it('goes back to the first page when the view changes', () => {
    expect(changed(at('page=3'), onFirstPage({ search: 'Ann' })).toString()).toBe('search=Ann')
  })

  it('takes a page number that makes no sense for the first page, and an absurd one for a large one', () => {
    expect(['', 'page=0', 'page=-2', 'page=1.5', 'page=x'].map((query) => pageFrom(at(query)))).toEqual([1, 1, 1, 1, 1])
    expect(pageFrom(at('page=4'))).toBe(4)
    expect(pageFrom(at('page=999999'))).toBe(100)
  })
})
