import { ArrowRight } from 'lucide-react'
import { serviceLinks } from '../frame/nav-links.ts'

const TEXTS = [
  'You fly your trial. We turn the photos into maps, models and plot values, with a report that says how.',
  'An agronomist follows your fields on satellite images through the season, and tells you what to check.',
  'When off-the-shelf software doesn’t fit: field books, data pipelines and dashboards, built with you.',
] as const

/** The three services. */
export const ServiceList = () => (
  <ul className="border-b border-line-strong">
    {serviceLinks.map(({ label, to }, place) => (
      <li key={to} className="border-t border-line-strong">
        <a href={to} className="group grid gap-x-10 gap-y-1 py-5 md:py-7 md:grid-cols-[5fr_6fr_auto] md:items-baseline">
          <span className="font-display text-xl font-semibold tracking-[-0.01em] underline-offset-4 group-hover:underline md:text-3xl">
            {label}
          </span>
          <span className="max-w-[34rem] leading-relaxed text-muted">{TEXTS[place]}</span>
          <ArrowRight
            aria-hidden
            className="size-6 text-action transition-transform duration-150 group-hover:translate-x-1 max-md:hidden"
          />
        </a>
      </li>
    ))}
  </ul>
)
