import type { ReactNode } from 'react'
import { brand } from '#domain/brand.ts'

const LOOK = 'font-medium underline underline-offset-4 hover:text-action'

export const TextLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a href={to} className={LOOK}>
    {children}
  </a>
)

export const MailLink = ({ className = LOOK }: { className?: string }) => (
  <a href={`mailto:${brand.contactEmail}`} className={className}>
    {brand.contactEmail}
  </a>
)
