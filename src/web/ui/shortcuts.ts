import { useEffect, useEffectEvent } from 'react'
import { addTo } from './add-to.ts'
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

/** Something to do or to open on a screen. */
export type Command = {
  group: string
  title: string
  /** That does it, pressed alone. */
  key?: string
  run: () => void
}

type List = () => readonly Command[]

const lists = new Set<List>()

/** All that the screen offers, in the order of its parts. Not to be called while rendering. */
export const allCommands = (): Command[] => [...lists].flatMap((list) => list())

/** Offers commands while the component is shown: by their keys, except while a dialog is open, and in the palette, which asks for `more`. */
export function useCommands(commands: readonly Command[], more: List = NONE): void {
  const all = useEffectEvent(() => [...commands, ...more()])
  useKeyDown((event) => {
    const command = commands.find(({ key }) => key === event.key)
    if (!command || !isShortcut(event.key, event, isEditable(event.target))) return
    if (dialogStack.top() || !shortcuts.areEnabled()) return
    event.preventDefault()
    command.run()
  })
  useEffect(() => addTo(lists, () => all()), [])
}

const NONE: List = () => []

/** A key together with Ctrl or Cmd. */
export function useModifiedKey(key: string, onPress: () => void): void {
  useKeyDown((event) => {
    if (event.key.toLowerCase() !== key || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    onPress()
  })
}

/** Anywhere on the page. */
export function useKeyDown(onKey: (event: KeyboardEvent) => void): void {
  const onEvent = useEffectEvent(onKey)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onEvent(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
