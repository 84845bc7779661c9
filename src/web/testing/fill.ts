import { fireEvent, screen } from '@testing-library/react'

/** Sets the text of a field at once; `userEvent.type` is for what happens key by key. */
export const fill = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } })
