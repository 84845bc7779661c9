import { ARCHIVE_LIMITS } from '#web/features/marketing/archives/archive-limits.ts'
import { CallToAction } from '#web/features/marketing/call-to-action.tsx'
import { type Fact, FactList } from '#web/features/marketing/fact-list.tsx'
import { PageIntro } from '#web/features/marketing/page-intro.tsx'
import { Section } from '#web/features/marketing/section.tsx'
import { StartLink } from '#web/features/marketing/start-link.tsx'
import { TextLink } from '#web/features/marketing/text-link.tsx'
import { CompareMaps } from '#web/features/marketing/trial/compare-maps.tsx'
import { MapSheet } from '#web/features/marketing/trial/map-sheet.tsx'
import { PlotTable } from '#web/features/marketing/trial/plot-table.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { pages } from './pages.ts'

const FLIGHT: readonly Fact[] = [
  {
    name: 'Photos',
    text: 'Raw files from the card, straight down, each with its GPS position. Nothing cropped, turned, or sent through a messenger.',
  },
  {
    name: 'Overlap',
    text: (
      <>
        80 % along the line and 70 % between lines is a good start; more over tall or very even crops.{' '}
        <TextLink to={paths.blogArticle('what-overlap-does')}>What overlap does</TextLink>
      </>
    ),
  },
  { name: 'Resolution', text: '1 cm to 2 cm on the ground for plots. Coarser is fine for whole fields.' },
  {
    name: 'Light',
    text: 'Clear or evenly overcast. Passing clouds change the colours between photos, and no index survives that.',
  },
  { name: 'Wind', text: 'As little as you can get. Plants that move between two photos have no place and no height.' },
  {
    name: 'Ground control',
    text: (
      <>
        At least five measured points when heights or repeated dates matter.{' '}
        <TextLink to={paths.blogArticle('laying-out-ground-control')}>How to lay them out</TextLink>
      </>
    ),
  },
]

const RESULTS: readonly Fact[] = [
  { name: 'Orthomosaic', text: 'Counting, measuring, marking plots, showing the trial to someone who was not there.' },
  {
    name: 'Elevation models',
    text: 'Plant height, lodging, drainage, the slope that explains a trend over the field.',
  },
  {
    name: 'Plant features',
    text: 'Canopy height, canopy cover and vegetation indices for each plot or grid cell, as a table.',
  },
  { name: 'Heat maps', text: 'The same figures in colour, to see patterns that a table hides: edges, tracks, soil.' },
  { name: '3D model', text: 'A look at single plots from the side, and a check of the elevation model.' },
]

const LIMITS: readonly Fact[] = [
  {
    name: 'Height',
    text: 'Photos see the top of the canopy as a smooth cloth. Single tips are lost, so values are a little lower than with a ruler, and the difference depends on the crop.',
  },
  {
    name: 'Indices',
    text: 'A normal camera has no near infrared. From its photos we compute indices of visible light, which tell cover and colour well, and dense canopies apart badly.',
  },
  {
    name: 'Under leaves',
    text: 'What the camera cannot see has no value: pods, stems and weeds under a closed canopy.',
  },
]

export function Component() {
  usePageTitle(pages.products.title)
  return (
    <>
      <PageIntro
        title="Drone Image Processing"
        lead="Photos of a trial in, values for each plot out. We process the flight, check the result, and say in the report how far it can be trusted."
        actions={<StartLink className={buttonClasses()} />}
      />
      <div className="mx-auto max-w-5xl px-3 pb-16 md:px-6 md:pb-24">
        <MapSheet legend="One stretch of a made-up trial: on the left as the orthomosaic shows it, on the right with the plots cut out and their mean vegetation index.">
          <CompareMaps
            left={{
              name: 'orthomosaic',
              label: 'Orthomosaic',
              alt: 'Plots of a trial seen straight down, with single rows.',
            }}
            right={{
              name: 'plant-features',
              label: 'Plot values',
              alt: 'The same plots with an outline each and the value of the vegetation index.',
            }}
            label="Divider between orthomosaic and plot values"
            sizes="(min-width: 1024px) 960px, 92vw"
            shape="aspect-[4/3]"
          />
        </MapSheet>
      </div>
      <Section title="What each output is good for" lead="You tick them when you upload.">
        <FactList facts={RESULTS} />
      </Section>
      <Section
        title="What the flight should be like"
        lead="We process what you have. These are the conditions under which the figures hold."
      >
        <FactList facts={FLIGHT} />
      </Section>
      <Section
        id="archives"
        title="What the archive may be"
        lead="Types, sizes, and what happens to a file that is not as it should be."
      >
        <FactList facts={ARCHIVE_LIMITS} />
      </Section>
      <Section title="What photos cannot tell" lead="Better to know before the flight than after the season.">
        <FactList facts={LIMITS} />
      </Section>
      <Section
        title="The table you get"
        lead="One row for each plot, with the number you gave it, to go on with in your own statistics."
      >
        <PlotTable />
      </Section>
      <CallToAction
        title="Have a flight on the card?"
        text="Create an account and send it. If you are still planning, write to us first: a question before the flight is worth ten after it."
      />
    </>
  )
}
