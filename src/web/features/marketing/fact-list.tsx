import type { ReactNode } from 'react'

export type Fact = { name: string; text: ReactNode }

/** A list of names and descriptions. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="border-b border-line-strong">
    {facts.map(({ name, text }) => (
      <div
        key={name}
        className="grid gap-x-8 gap-y-1 border-t border-line-strong py-4 sm:py-5 sm:grid-cols-[11rem_1fr]"
      >
        <dt className="font-display text-lg font-semibold">{name}</dt>
        <dd className="max-w-[38rem] leading-relaxed text-muted">{text}</dd>
      </div>
    ))}
  </dl>
)
