import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toast, toastList } from './toast.ts'

const messages = () => toastList.get().map(({ message }) => message)

describe('a notice', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    toastList.goOn()
    vi.runAllTimers()
    vi.useRealTimers()
  })

  it('goes after 1500 ms, or after as long as it is told', () => {
    toast.success('Login successful!')
    toast.success('You have successfully logged out!', { durationMs: 2000 })
    vi.advanceTimersByTime(1499)
    expect(messages()).toEqual(['Login successful!', 'You have successfully logged out!'])
    vi.advanceTimersByTime(1)
    expect(messages()).toEqual(['You have successfully logged out!'])
    vi.advanceTimersByTime(500)
    expect(messages()).toEqual([])
  })

  it('stays while someone reads it, and goes afterwards', () => {
    toast.success('Login successful!')
    vi.advanceTimersByTime(1000)
    toastList.wait()
    toast.success('Another one')
    vi.advanceTimersByTime(60_000)
    expect(messages()).toEqual(['Login successful!', 'Another one'])
    toastList.goOn()
    vi.advanceTimersByTime(1500)
    expect(messages()).toEqual([])
  })

  it('is shown once when the same thing happens again', () => {
    toast.error('Insufficient permissions')
    vi.advanceTimersByTime(1000)
    toast.error('Insufficient permissions')
    expect(messages()).toEqual(['Insufficient permissions'])
    vi.advanceTimersByTime(1400)
    expect(messages()).toEqual(['Insufficient permissions'])
  })

  it('can be dismissed', () => {
    toast.success('Login successful!')
    const [shown] = toastList.get()
    toastList.dismiss(shown?.id ?? 0)
    expect(messages()).toEqual([])
  })
})
