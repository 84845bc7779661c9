import { useEffect, useEffectEvent } from 'react'
import { dialogStack } from './overlay/dialog-stack.ts'
import { stored } from './stored.ts'

const STORAGE_KEY = 'single-key-shortcuts'

/** Single-key shortcuts can be turned off, because speech input can trigger them by accident (WCAG 2.1.4). */
export const shortcuts = {
  areEnabled: (): boolean => stored.get(STORAGE_KEY) !== 'off',
  setEnabled: (on: boolean): void => stored.set(STORAGE_KEY, on ? null : 'off'),
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented'> &
  Partial<Pick<KeyboardEvent, 'getModifierState'>>

/** Many keyboards have brackets with AltGr, which says that Ctrl and Alt are pressed. */
const hasModifier = (event: Pressed): boolean =>
  event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState?.('AltGraph'))

/** The key is pressed without modifiers and outside of text fields. */
export const isShortcut = (key: string, event: Pressed, isTyping: boolean): boolean =>
  event.key === key && !isTyping && !(hasModifier(event) || event.isComposing || event.defaultPrevented)

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Handles single-key shortcuts, except while a dialog is open. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const onPress = actions[event.key]
    if (!onPress || !isShortcut(event.key, event, isEditable(event.target))) return
    if (dialogStack.top() || !shortcuts.areEnabled()) return
    event.preventDefault()
    onPress()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
