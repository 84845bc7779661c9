import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

export const PASSWORD = 'Furrow-2026!'

/** Sets the text of a field at once; `userEvent.type` is for what happens key by key. */
export const fill = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } })

/** As soon as it is there: the code of a screen may still be on its way. */
export const click = async (role: 'button' | 'link', name: string | RegExp): Promise<void> =>
  userEvent.click(await screen.findByRole(role, { name }))

/** On the login screen, wherever it was reached from. */
export async function fillLogIn({ email }: { email: string }): Promise<void> {
  await screen.findByRole('heading', { name: 'Welcome Back!' })
  fill('Email', email)
  fill('Password', PASSWORD)
  await click('button', 'Log In')
}

export const choose = async (label: string, option: string): Promise<void> =>
  userEvent.selectOptions(await screen.findByLabelText(label), option)

/** The rows of the list on this screen, without its headings. */
export const bodyRows = (): HTMLElement[] =>
  screen.getAllByRole('row').filter((row) => within(row).queryAllByRole('cell').length > 0)

/** Drops files, or folders, on an element. */
export const drop = (element: HTMLElement, files: File[], { isDirectory = false } = {}): void => {
  const items = files.map((file) => ({
    kind: 'file',
    getAsFile: () => file,
    webkitGetAsEntry: () => ({ isDirectory }),
  }))
  fireEvent.drop(element, { dataTransfer: { files, items } })
}
