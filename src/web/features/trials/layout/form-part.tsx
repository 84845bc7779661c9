import type { ReactNode } from 'react'

/** Fields that belong together. */
export const FormPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="min-w-0 border-t border-line pt-3">
    <legend className="float-left mb-3 w-full font-display text-base font-semibold">{title}</legend>
    <div className="clear-both grid grid-cols-2 items-start gap-x-3 gap-y-3">{children}</div>
  </fieldset>
)
