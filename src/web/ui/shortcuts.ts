import { useEffect } from 'react'
import { dialogStack } from './dialog-stack.ts'

const KEPT_AS = 'single-key-shortcuts'

/** Keys that act by themselves can be turned off: speech input types them by accident (WCAG 2.1.4). */
export const shortcuts = {
  areOn: (): boolean => localStorage.getItem(KEPT_AS) !== 'off',
  turn: (on: boolean): void => {
    if (on) localStorage.removeItem(KEPT_AS)
    else localStorage.setItem(KEPT_AS, 'off')
  },
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented'>

/** A key pressed by itself, while nobody is typing. */
export const isShortcut = (key: string, event: Pressed, isTyping: boolean): boolean =>
  event.key === key &&
  !isTyping &&
  !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Acts on a single key, but not behind an open dialog. */
export function useShortcut(key: string, act: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(key, event, takesText(event.target)) || dialogStack.top() || !shortcuts.areOn()) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [key, act])
}
