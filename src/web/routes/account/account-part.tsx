import type { ReactNode } from 'react'

/** A part of the account settings, with its heading beside it on wide screens. */
export const AccountPart = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className="grid gap-x-10 gap-y-4 border-t border-line py-8 lg:grid-cols-[18rem_minmax(0,34rem)]">
    <div>
      <h2 className="font-display text-lg font-semibold">{title}</h2>
      <p className="mt-1 max-w-[40ch] text-sm text-muted">{text}</p>
    </div>
    {children}
  </section>
)
