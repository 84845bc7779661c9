import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toast, toastList } from './toast.ts'

const messages = () => toastList.get().map(({ message }) => message)

describe('a toast', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    toastList.resume()
    vi.runAllTimers()
    vi.useRealTimers()
  })

  it('disappears after 1500 ms, or after its own duration', () => {
    toast.success('Login successful!')
    toast.success('You have successfully logged out!', { durationMs: 2000 })
    vi.advanceTimersByTime(1499)
    expect(messages()).toEqual(['Login successful!', 'You have successfully logged out!'])
    vi.advanceTimersByTime(1)
    expect(messages()).toEqual(['You have successfully logged out!'])
    vi.advanceTimersByTime(500)
    expect(messages()).toEqual([])
  })

  it('stays while the pointer or the focus rests on it', () => {
    toast.success('Login successful!')
    vi.advanceTimersByTime(1000)
    toastList.pause()
    toast.success('Another one')
    vi.advanceTimersByTime(60_000)
    expect(messages()).toEqual(['Login successful!', 'Another one'])
    toastList.resume()
    vi.advanceTimersByTime(1500)
    expect(messages()).toEqual([])
  })

  it('replaces a toast with the same message', () => {
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
