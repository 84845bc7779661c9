/** A dialog opens with the focus on the element that has the attribute. React's autoFocus does not set the attribute. */
export const markForFocus = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '')
