import { toast } from '#web/ui/overlay/toast.ts'

/** For a change in a dialog: when it has succeeded, says so, and closes the dialog. */
export const closeSaying = (text: string, onClose: () => void) => ({
  onSuccess: (): void => {
    toast.success(text)
    onClose()
  },
})

/** In the words of the server. */
export const sayAndClose = (onClose: () => void) => ({
  onSuccess: ({ message }: { message: string }): void => closeSaying(message, onClose).onSuccess(),
})
