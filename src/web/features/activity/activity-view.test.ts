import { describe, expect, it } from 'vitest'
import { activityFromUrl, personIn } from './activity-view.ts'

const at = (query: string) => activityFromUrl(new URLSearchParams(query))

describe('the view of the activity log', () => {
  it('filters by a person, a request, or the actor', () => {
    expect(at('subject=user:u-1')).toEqual({ subject: 'user:u-1' })
    expect(at('subject=analysis:a1')).toEqual({ subject: 'analysis:a1' })
    expect(at('actor=u-1')).toEqual({ actorId: 'u-1' })
  })

  it('shows all entries when the URL is invalid', () => {
    const nonsense = ['', 'subject=user:', 'subject=user:a b', 'subject=files:1', "actor=' or 1=1"]
    expect(nonsense.map(at)).toEqual(nonsense.map(() => ({})))
  })

  it('knows the person of the filter', () => {
    expect(personIn(at('subject=user:u-1'))).toBe('u-1')
    expect(personIn(at('actor=u-1'))).toBe('u-1')
    expect(personIn(at('subject=analysis:a1'))).toBeUndefined()
  })
})
