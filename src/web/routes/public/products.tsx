import { ARCHIVE_LIMITS } from '#web/features/marketing/archives/archive-limits.ts'
import { PointTable } from '#web/features/marketing/archives/point-table.tsx'
import { TrialTour } from '#web/features/marketing/bench/trial-tour.tsx'
import { CallToAction } from '#web/features/marketing/call-to-action.tsx'
import { type Fact, FactList } from '#web/features/marketing/fact-list.tsx'
import { PageIntro } from '#web/features/marketing/page-intro.tsx'
import { Picture } from '#web/features/marketing/picture.tsx'
import { Section, WideSection } from '#web/features/marketing/section.tsx'
import { StartLink } from '#web/features/marketing/start-link.tsx'
import { TextLink } from '#web/features/marketing/text-link.tsx'
import { CompareMaps } from '#web/features/marketing/trial/compare-maps.tsx'
import { MapSheet } from '#web/features/marketing/trial/map-sheet.tsx'
import { PlotTable } from '#web/features/marketing/trial/plot-table.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { pages } from '../pages.ts'

const FLIGHT: readonly Fact[] = [
  {
    name: 'Photos',
    text: 'Raw files from the card, taken straight down, each with its GPS position. Not cropped, rotated or sent through a messenger.',
  },
  {
    name: 'Overlap',
    text: (
      <>
        80 % along the line and 70 % between lines is a good start; use more over tall or very even crops.{' '}
        <TextLink to={paths.blogArticle('what-overlap-does')}>What overlap does</TextLink>
      </>
    ),
  },
  { name: 'Resolution', text: '1 to 2 cm per pixel for plots. Coarser is fine for whole fields.' },
  {
    name: 'Light',
    text: 'Clear or evenly overcast. Passing clouds change the colours between photos, and spoil every index.',
  },
  { name: 'Wind', text: 'As little as possible. Plants that move between two photos can’t be located or measured.' },
  {
    name: 'Ground control',
    text: (
      <>
        At least five surveyed points if heights or repeat flights matter.{' '}
        <TextLink to={paths.blogArticle('laying-out-ground-control')}>How to lay them out</TextLink>
      </>
    ),
  },
]

const RESULTS: readonly Fact[] = [
  { name: 'Orthomosaic', text: 'Count, measure, mark plots, or show the trial to someone who wasn’t there.' },
  {
    name: 'Elevation models',
    text: 'Plant height, lodging, drainage, and the slope that explains a trend across the field.',
  },
  {
    name: 'Plant features',
    text: 'Canopy height, canopy cover and vegetation indices for each plot or grid cell, as a table.',
  },
  { name: 'Heat maps', text: 'The same values in colour, to see patterns that a table hides: edges, tracks, soil.' },
  { name: '3D model', text: 'See single plots from the side, and check the elevation model.' },
]

const LIMITS: readonly Fact[] = [
  {
    name: 'Height',
    text: 'Photos see the canopy as a smooth surface. Single tips are lost, so values are a little lower than with a ruler; how much depends on the crop.',
  },
  {
    name: 'Indices',
    text: 'A standard camera has no near infrared. Its photos give indices of visible light, which show cover and colour well, but can’t tell dense canopies apart.',
  },
  {
    name: 'Under leaves',
    text: 'What the camera can’t see has no value: pods, stems and weeds under a closed canopy.',
  },
]

export function Component() {
  usePageTitle(pages.products.title)
  return (
    <>
      <PageIntro
        title="Drone Image Processing"
        lead="Photos of a trial in, a value for every plot out. We process the flight, check the result, and tell you in the report how far you can trust it."
        actions={<StartLink className={buttonClasses()} />}
      />
      <div className="mx-auto max-w-5xl px-3 pb-16 md:px-6 md:pb-24">
        <MapSheet legend="Part of a synthetic trial: on the left the orthomosaic, on the right the plots with their mean vegetation index.">
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
      <Section title="What each output is good for" lead="Choose them when you upload.">
        <FactList facts={RESULTS} />
      </Section>
      <WideSection
        id="trial"
        title="What a trial shows"
        lead="Put the maps of a season into a trial, with your own plots. Values, genotypes and dates are linked, and everything can be downloaded. These fields are synthetic: we drew them."
      >
        <TrialTour />
      </WideSection>
      <Section title="How to fly" lead="We’ll process what you have. For figures you can rely on, aim for this.">
        <FactList facts={FLIGHT} />
      </Section>
      <Section
        title="Ground control"
        lead="Surveyed points tie the map to real coordinates, and let you overlay two dates."
        aside={<GroundTarget />}
      >
        <PointTable />
      </Section>
      <Section id="archives" title="Accepted archives" lead="Types, sizes and common problems.">
        <FactList facts={ARCHIVE_LIMITS} />
      </Section>
      <Section title="What photos can’t show" lead="Better to know before the flight than after the season.">
        <FactList facts={LIMITS} />
      </Section>
      <Section
        title="The table you get"
        lead="One row per plot, under your own plot numbers, ready for your statistics."
      >
        <PlotTable />
      </Section>
      <CallToAction
        title="Have a flight on the card?"
        text="Create an account and upload it. Still planning? Write to us first: one question before the flight is worth ten after it."
      />
    </>
  )
}

const GroundTarget = () => (
  <figure className="mt-8 max-w-[30rem] max-lg:hidden">
    <Picture
      name="ground-target"
      alt="A black and white checkered plate on the bare alley between four plots, seen from above."
      sizes="(min-width: 1024px) 30rem, 92vw"
      className="aspect-[3/2] h-auto w-full rounded-sm object-cover"
    />
    <figcaption className="mt-2 text-sm text-muted">
      A ground control point: a plate at a surveyed position that can be found in the photos.
    </figcaption>
  </figure>
)
