import { describe, expect, it } from 'vitest'
import { isShortcut } from './shortcuts.ts'

const press = (change: Partial<KeyboardEvent> = {}) => ({
  key: '/',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  defaultPrevented: false,
  ...change,
})

describe('a single-key shortcut', () => {
  it('works when it is pressed alone, also where it needs Shift', () => {
    expect(isShortcut('/', press(), false)).toBe(true)
    expect(isShortcut('/', press({ shiftKey: true }), false)).toBe(true)
  })

  it('is ordinary input while a person types', () => {
    expect(isShortcut('/', press(), true)).toBe(false)
    expect(isShortcut('/', press({ isComposing: true }), false)).toBe(false)
  })

  it('works where its character needs AltGr', () => {
    const altGr = press({ key: '[', ctrlKey: true, altKey: true, getModifierState: (name) => name === 'AltGraph' })
    expect(isShortcut('[', altGr, false)).toBe(true)
  })

  it('ignores combinations with modifier keys', () => {
    for (const held of ['ctrlKey', 'metaKey', 'altKey'] as const)
      expect(isShortcut('/', press({ [held]: true }), false)).toBe(false)
  })
})
