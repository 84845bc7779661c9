import { paths } from '#web/lib/paths.ts'
import { TextLink } from '../text-link.tsx'
import { BenchScreen } from './bench-screen.tsx'

const PARTS = [
  ['One plot', 'Its curve beside the trial and its genotype, its rank, and how it looked on each date.'],
  ['All plots', 'Colours on the map, a table, and ranks. What you choose in one is chosen in all.'],
  ['Your own figures', 'Scores and yield beside what was measured, from a spreadsheet or Field Book.'],
] as const

/** The season of a trial, as people see it. */
export const SeasonScreen = () => (
  <>
    <BenchScreen
      name="bench-wheat"
      alt="A winter wheat trial: plots coloured by canopy cover on the map, and beside it the curve of one plot over the season with a picture of it on each date."
    />
    <dl className="mt-8 grid gap-x-10 gap-y-5 sm:grid-cols-3">
      {PARTS.map(([name, text]) => (
        <div key={name} className="border-t-2 border-action pt-3">
          <dt className="font-display text-lg font-semibold">{name}</dt>
          <dd className="mt-1 leading-relaxed text-muted">{text}</dd>
        </div>
      ))}
    </dl>
    <p className="mt-8">
      <TextLink to={`${paths.products()}#trial`}>More of what a trial shows</TextLink>
    </p>
  </>
)
