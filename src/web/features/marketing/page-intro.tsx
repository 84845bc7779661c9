import type { ReactNode } from 'react'

/** The top of a public page: title, introduction and actions. */
export const PageIntro = ({ title, lead, actions }: { title: string; lead: ReactNode; actions?: ReactNode }) => (
  <div className="mx-auto grid max-w-7xl gap-x-12 gap-y-6 px-5 pt-8 pb-8 md:px-6 md:pt-14 md:pb-11 lg:grid-cols-[7fr_5fr] lg:items-end">
    <h1 className="font-display text-[2.5rem]/[1.05] font-semibold tracking-[-0.03em] text-balance md:text-6xl/[1.04]">
      {title}
    </h1>
    <div>
      <div className="max-w-[36rem] text-lg/relaxed text-pretty">{lead}</div>
      {actions !== undefined && <div className="mt-6 flex flex-wrap gap-3">{actions}</div>}
    </div>
  </div>
)
