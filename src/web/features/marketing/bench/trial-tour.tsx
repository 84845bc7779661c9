import { type BenchPicture, BenchScreen } from './bench-screen.tsx'

type Stop = { title: string; text: string; facts: readonly string[]; screen: BenchPicture }

const STOPS: readonly Stop[] = [
  {
    title: 'Genotypes, and how far to trust them',
    text: 'Means of genotypes with their intervals and ranks, adjusted for the rows and columns of the field where that helps.',
    facts: [
      'Repeatability of each trait on each date',
      'Letters for what differs, from a test you choose',
      'Adjusted and plain means side by side',
    ],
    screen: {
      name: 'bench-maize',
      alt: 'A maize trial: below the map of its plots, the means of its hybrids from the greatest on, with intervals, letters and both checks.',
    },
  },
  {
    title: 'Two dates, side by side or as a difference',
    text: 'Pull a divider between two flights, look at both at once, or map what changed from one to the other.',
    facts: [
      'Views move together',
      'The change of each plot as a value',
      'Shifts between flights measured, and applied when you say so',
    ],
    screen: {
      name: 'bench-potatoes',
      alt: 'A potato trial on ridges at two dates, side by side: young plants on one, a closed canopy on the other.',
    },
  },
  {
    title: 'A table that is the map',
    text: 'Every plot with its values on all dates, coloured as on the map. Sort, filter, score, and take it with you.',
    facts: [
      'Excel, CSV, GeoPackage and GeoJSON',
      'Plots and traits for the app Field Book',
      'BrAPI for breeding databases',
    ],
    screen: {
      name: 'bench-vines',
      alt: 'A vineyard with grass between its rows: its plots in the colours of their values on the map, above the table of plots.',
    },
  },
]

/** What a trial shows, one whole screen after another. */
export const TrialTour = () => (
  <ol className="grid gap-14 md:gap-24">
    {STOPS.map(({ title, text, facts, screen }) => (
      <li key={title}>
        <div className="mb-6 grid gap-x-12 gap-y-4 lg:grid-cols-[5fr_7fr]">
          <h3 className="max-w-md font-display text-2xl/snug font-semibold tracking-[-0.01em] text-balance">{title}</h3>
          <div>
            <p className="max-w-[38rem] leading-relaxed text-muted">{text}</p>
            <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
              {facts.map((fact) => (
                <li key={fact} className="border-l-2 border-action pl-2">
                  {fact}
                </li>
              ))}
            </ul>
          </div>
        </div>
        <BenchScreen {...screen} />
      </li>
    ))}
  </ol>
)
