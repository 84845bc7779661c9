import { useEffect, useState } from 'react'
import { unsaved } from './unsaved.ts'

/**
 * Text typed into the controls whose focus is noted here: links and Back ask before they lose it. `staysOnPage`: it isn't lost
 * while only the search parameters of the page change.
 */
export function useTypedText({ staysOnPage = false } = {}): TypedText {
  const [typed] = useState(createTypedText)
  useEffect(() => unsaved.add((isSamePage) => !(staysOnPage && isSamePage) && typed.exists()), [typed, staysOnPage])
  return typed
}

type TextControl = HTMLInputElement | HTMLTextAreaElement

const isTextControl = (target: EventTarget): target is TextControl =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.selectionStart !== null)

export type TypedText = ReturnType<typeof createTypedText>

/** Knows whether text was typed into controls that noted their focus, and is still there. */
export function createTypedText() {
  const before = new Map<TextControl, string>()
  return {
    noteFocus: (target: EventTarget): void => {
      if (isTextControl(target) && !before.has(target)) before.set(target, target.value)
    },
    forget: (): void => before.clear(),
    exists: (): boolean =>
      [...before].some(
        ([control, text]) =>
          control.isConnected && !control.matches(':disabled') && control.value !== text && control.value.trim() !== '',
      ),
  }
}
