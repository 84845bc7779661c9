import type { ReactNode } from 'react'

type SectionProps = {
  id?: string
  title: string
  lead?: ReactNode
  children: ReactNode
  /** Shown below the heading, beside the content on wide screens. */
  aside?: ReactNode
}

/** A section with its heading in the left column. */
export const Section = ({ id, title, lead, children, aside }: SectionProps) => (
  <section {...(id !== undefined && { id })} className="border-t border-line">
    <div className="mx-auto grid max-w-7xl gap-x-12 gap-y-7 px-5 py-11 md:px-6 md:py-24 lg:grid-cols-[5fr_7fr]">
      <div className="self-start lg:sticky lg:top-28">
        <h2 className="max-w-md font-display text-3xl/tight font-semibold tracking-[-0.02em] text-balance md:text-[2.5rem]/tight">
          {title}
        </h2>
        {lead !== undefined && <div className="mt-3 max-w-[34rem] text-lg/relaxed text-muted">{lead}</div>}
        {aside}
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  </section>
)

type WideSectionProps = { id?: string; title: string; lead: ReactNode; children: ReactNode; sunken?: boolean }

export const WideSection = ({ id, title, lead, children, sunken = false }: WideSectionProps) => (
  <section {...(id !== undefined && { id })} className={`border-t border-line ${sunken ? 'bg-sunken' : ''}`}>
    <div className="mx-auto max-w-7xl px-5 py-11 md:px-6 md:py-24">
      <div className="mb-8 grid gap-x-12 gap-y-3 lg:grid-cols-[5fr_7fr] lg:items-end">
        <h2 className="max-w-xl font-display text-3xl/tight font-semibold tracking-[-0.02em] text-balance md:text-[2.5rem]/tight">
          {title}
        </h2>
        <div className="max-w-[38rem] text-lg/relaxed text-muted">{lead}</div>
      </div>
      {children}
    </div>
  </section>
)
