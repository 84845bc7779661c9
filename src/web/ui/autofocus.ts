/** A dialog opens with the focus on the element that has the attribute. React's autoFocus does not set the attribute. */
export const autofocus = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '')
