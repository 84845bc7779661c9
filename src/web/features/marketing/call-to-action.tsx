import type { ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import { StartLink } from './start-link.tsx'

const BUTTON =
  'inline-flex min-h-11 items-center justify-center rounded-md px-5 text-sm font-semibold transition-colors duration-150 focus-visible:outline-ramp-3'

/** The last section of a page. Dark in both themes. */
export const CallToAction = ({ title, text }: { title: string; text: ReactNode }) => (
  <section className="relative overflow-hidden bg-ramp-9 text-ramp-1">
    <FlightLines className="absolute top-1/2 -right-8 hidden w-[40%] max-w-[34rem] -translate-y-1/2 text-ramp-4/55 lg:block" />
    <div className="relative mx-auto max-w-7xl px-5 py-12 md:px-6 md:py-24">
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

const LINES = [40, 88, 136, 184, 232]
const STATIONS = [60, 112, 164, 216, 268, 320, 372]

/** A decorative flight plan with the footprint of each photo. */
const FlightLines = ({ className }: { className: string }) => (
  <svg viewBox="0 0 430 272" fill="none" stroke="currentColor" aria-hidden className={className}>
    {LINES.map((y) =>
      STATIONS.map((x) => <rect key={`${x}/${y}`} x={x - 34} y={y - 25} width={68} height={50} strokeWidth={0.6} />),
    )}
    <path
      d={`M60 40H372${LINES.slice(1)
        .map((_, turn) => `${turn % 2 === 0 ? `a24 24 0 0 1 0 48` : `a24 24 0 0 0 0 48`}H${turn % 2 === 0 ? 60 : 372}`)
        .join('')}`}
      strokeWidth={2.4}
      strokeDasharray="0.1 7"
      strokeLinecap="round"
    />
    {LINES.map((y) =>
      STATIONS.map((x) => <circle key={`${x}/${y}`} cx={x} cy={y} r={2.8} fill="currentColor" stroke="none" />),
    )}
  </svg>
)
