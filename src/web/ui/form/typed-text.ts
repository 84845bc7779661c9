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
