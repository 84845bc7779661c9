/** A dialog opens with the focus on what bears the attribute, which React's own autoFocus does not set. */
export const markForFocus = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '')
