import { toast } from './toast.ts'

/** Copies a text, and says so. */
export const copyText = (text: string, copied: string): void =>
  void navigator.clipboard.writeText(text).then(
    () => toast.success(copied),
    () => toast.error('The browser does not allow copying'),
  )
