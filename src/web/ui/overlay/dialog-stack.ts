import { addTo } from '../add-to.ts'

/** The open modal dialogs, the topmost last. Anything that must appear above it has to be rendered inside it. */
const listeners = new Set<() => void>()
let open: readonly HTMLDialogElement[] = []

const set = (dialogs: readonly HTMLDialogElement[]): void => {
  open = dialogs
  document.documentElement.classList.toggle('overflow-hidden', dialogs.length > 0)
  for (const listener of listeners) listener()
}

export const dialogStack = {
  top: (): HTMLDialogElement | undefined => open.at(-1),
  subscribe: (listener: () => void) => addTo(listeners, listener),
}

/** Shows a modal dialog above the others, until what it returns is called. */
export function showDialog(dialog: HTMLDialogElement): () => void {
  dialog.showModal()
  set([...open, dialog])
  return () => {
    set(open.filter((other) => other !== dialog))
    dialog.close()
  }
}
