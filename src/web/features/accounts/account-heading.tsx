import type { ReactNode } from 'react'

export const AccountHeading = ({ title, children }: { title: string; children?: ReactNode }) => (
  <header className="mb-7">
    <h1 className="font-display text-3xl font-semibold tracking-tight sm:text-4xl">{title}</h1>
    {children && <p className="mt-2 break-words text-muted">{children}</p>}
  </header>
)
