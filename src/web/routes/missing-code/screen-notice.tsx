import type { LucideIcon } from 'lucide-react'
import type { ReactNode, Ref } from 'react'

type ScreenNoticeProps = {
  icon: LucideIcon
  title: string
  children: ReactNode
  action: ReactNode
  ref?: Ref<HTMLElement>
}

/** What fills the place of a screen that can't be shown. */
export const ScreenNotice = ({ icon: Icon, title, children, action, ref }: ScreenNoticeProps) => (
  <section ref={ref} className="mx-auto flex w-full max-w-xl flex-col items-start gap-4 px-1 py-12 md:py-20">
    <Icon aria-hidden className="size-9 text-muted" strokeWidth={1.5} />
    <h1 className="font-display text-2xl font-semibold">{title}</h1>
    <div className="flex flex-col gap-3 text-sm/relaxed break-words">{children}</div>
    <div className="mt-2 flex flex-wrap gap-3">{action}</div>
  </section>
)
