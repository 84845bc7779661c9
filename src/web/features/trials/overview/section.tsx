import type { ReactNode } from 'react'

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="min-w-0">
    <h2 className="mb-4 border-b border-line-strong pb-1.5 font-display text-lg font-semibold">{title}</h2>
    {children}
  </section>
)
