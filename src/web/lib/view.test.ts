import { describe, expect, it } from 'vitest'
import { changed, onFirstPage, pageFrom } from './view.ts'

const at = (query: string) => new URLSearchParams(query)

describe('the view of a list in the URL', () => {
  it('changes one parameter and keeps the others', () => {
    expect(changed(at('status=pending&search=Ann'), { search: 'Bo' }).toString()).toBe('status=pending&search=Bo')
    expect(changed(at('status=pending&search=Ann'), { status: null }).toString()).toBe('search=Ann')
  })

  it('returns to the first page when the view changes', () => {
    expect(changed(at('page=3'), onFirstPage({ search: 'Ann' })).toString()).toBe('search=Ann')
  })

  it('reads an invalid page number as the first page, and limits a large one', () => {
    expect(['', 'page=0', 'page=-2', 'page=1.5', 'page=x'].map((query) => pageFrom(at(query)))).toEqual([1, 1, 1, 1, 1])
    expect(pageFrom(at('page=4'))).toBe(4)
    expect(pageFrom(at('page=999999'))).toBe(100)
  })
})
