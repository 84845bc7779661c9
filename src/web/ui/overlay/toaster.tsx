import { CircleCheck, OctagonAlert, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '../class-names.ts'
import { dialogStack } from './dialog-stack.ts'
import { type Toast, toastList } from './toast.ts'

const NONE: readonly Toast[] = []
const onPage = () => document.body

/** Bottom right, above everything. Inside the topmost dialog when one is open, because the rest of the page is inert then. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastList.subscribe, toastList.get, () => NONE)
  const place = useSyncExternalStore<HTMLElement | undefined>(
    dialogStack.subscribe,
    () => dialogStack.top() ?? onPage(),
    () => undefined,
  )
  if (!place) return null
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only pauses the countdowns
    <output
      className="pointer-events-none fixed right-0 bottom-0 z-50 flex w-full max-w-sm flex-col gap-2 p-4"
      // Only movement pauses: a toast may appear under a resting pointer.
      onPointerMove={() => toastList.pause()}
      onPointerLeave={() => toastList.resume()}
      onFocus={() => toastList.pause()}
      onBlur={() => toastList.resume()}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </output>,
    place,
  )
}

function ToastCard({ toast: { id, tone, message } }: { toast: Toast }) {
  const Icon = tone === 'success' ? CircleCheck : OctagonAlert
  return (
    <div
      className={classNames(
        'pointer-events-auto flex items-start gap-3 rounded-md border-l-4 bg-ink py-3 pr-2 pl-3 text-sm text-paper shadow-lg transition duration-200 starting:translate-y-2 starting:opacity-0',
        tone === 'success' ? 'border-ramp-5' : 'border-danger',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p className="min-w-0 grow break-words">{message}</p>
      <button
        type="button"
        aria-label="Dismiss"
        className="-my-1 grid size-7 shrink-0 place-items-center rounded hover:bg-paper/15 focus-visible:outline-paper"
        onClick={() => toastList.dismiss(id)}
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  )
}
