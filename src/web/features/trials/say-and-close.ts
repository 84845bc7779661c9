import { toast } from '#web/ui/overlay/toast.ts'

/** For a change in a dialog: when it has succeeded, says so in the words of the server, and closes the dialog. */
export const sayAndClose = (onClose: () => void) => ({
  onSuccess: ({ message }: { message: string }): void => {
    toast.success(message)
    onClose()
  },
})
