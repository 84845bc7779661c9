import { describe, expect, it } from 'vitest'
import { activityFromUrl, personIn } from './activity-view.ts'

const at = (query: string) => activityFromUrl(new URLSearchParams(query))

describe('the view of the activity log', () => {
  it('is narrowed to a person, a request, or what a person did', () => {
    expect(at('subject=user:u-1')).toEqual({ subject: 'user:u-1' })
    expect(at('subject=analysis:a1')).toEqual({ subject: 'analysis:a1' })
    expect(at('actor=u-1')).toEqual({ actorId: 'u-1' })
  })

  it('shows everything when the address makes no sense', () => {
    expect([at(''), at('subject=user:'), at('subject=files:1'), at("actor=' or 1=1")]).toEqual([{}, {}, {}, {}])
  })

  it('knows the person it is about', () => {
    expect(personIn(at('subject=user:u-1'))).toBe('u-1')
    expect(personIn(at('actor=u-1'))).toBe('u-1')
    expect(personIn(at('subject=analysis:a1'))).toBeUndefined()
  })
})
