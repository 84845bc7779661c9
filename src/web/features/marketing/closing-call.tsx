import type { ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import { FlightLines } from './flight-lines.tsx'
import { StartLink } from './start-link.tsx'

const BUTTON =
  'inline-flex min-h-11 items-center justify-center rounded-md px-5 text-sm font-semibold transition-colors duration-150 focus-visible:outline-ramp-3'

/** The end of a page: what to do next. Ink in both themes. */
export const ClosingCall = ({ title, text }: { title: string; text: ReactNode }) => (
  <section className="relative overflow-hidden bg-ramp-9 text-ramp-1">
    <FlightLines className="absolute top-1/2 -right-8 hidden w-[40%] max-w-[34rem] -translate-y-1/2 text-ramp-4/55 lg:block" />
    <div className="relative mx-auto max-w-7xl px-5 py-16 md:px-6 md:py-24">
      <h2 className="max-w-2xl font-display text-3xl/tight font-semibold tracking-[-0.02em] text-balance md:text-5xl/tight">
        {title}
      </h2>
      <p className="mt-4 max-w-xl text-lg/relaxed text-ramp-1/85">{text}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <StartLink className={`${BUTTON} bg-ramp-3 text-ramp-9 hover:bg-ramp-2`} />
        <a href={paths.contact()} className={`${BUTTON} border border-ramp-2/60 hover:bg-ramp-1/10`}>
          Write to us
        </a>
      </div>
    </div>
  </section>
)
