import { CallToAction } from '#web/features/marketing/call-to-action.tsx'
import { type Fact, FactList } from '#web/features/marketing/fact-list.tsx'
import { PageIntro } from '#web/features/marketing/page-intro.tsx'
import { Section, WideSection } from '#web/features/marketing/section.tsx'
import { TextLink } from '#web/features/marketing/text-link.tsx'
import { CompareMaps } from '#web/features/marketing/trial/compare-maps.tsx'
import { MapSheet, RampKey, ScaleBar } from '#web/features/marketing/trial/map-sheet.tsx'
import { SeasonCurve } from '#web/features/marketing/trial/season-curve.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { pages } from '../pages.ts'

const PARTS: readonly Fact[] = [
  {
    name: 'Satellites',
    text: 'Open ones such as Sentinel-2 pass every few days and see squares of 10 m. We pick the clear passes over your fields and make an index map of each.',
  },
  {
    name: 'This website',
    text: 'Keeps the maps of your season in one place: on a time line, two dates side by side or with a divider, and with the value of each square. It names no causes and decides nothing.',
  },
  {
    name: 'An agronomist',
    text: 'Looks at each new map with the weather and your notes, finds what departs from the rest of the field or from the date before, and writes to you what to check, or what to do.',
  },
]

const LIMITS: readonly Fact[] = [
  { name: 'Clouds', text: 'Clouds hide the field. In a wet spring, weeks can pass between two clear images.' },
  {
    name: 'Small plots',
    text: (
      <>
        A 10 m pixel is wider than most trial plots. For trials, fly:{' '}
        <TextLink to={paths.products()}>Drone Image Processing</TextLink>
      </>
    ),
  },
  {
    name: 'Causes',
    text: 'The map shows that something differs, not why. For that, someone has to look in the field.',
  },
]

export function Component() {
  usePageTitle(pages.smartCropManagement.title)
  return (
    <>
      <PageIntro
        title="Smart Crop Management"
        lead="An agronomist follows your fields on satellite images through the season, and tells you what to check. The software keeps the maps, and compares them."
        actions={
          <a href={paths.contact()} className={buttonClasses()}>
            Ask about your fields
          </a>
        }
      />
      <div className="mx-auto max-w-7xl px-3 pb-16 md:px-6 md:pb-24">
        <MapSheet
          legend={
            <span className="flex flex-wrap items-center justify-between gap-x-10 gap-y-2">
              <span className="text-muted">A synthetic landscape. On the right, each square is 10 m wide.</span>
              <RampKey low="bare" high="dense" />
            </span>
          }
        >
          <div className="relative">
            <CompareMaps
              left={{
                name: 'satellite-photo',
                label: 'Satellite image',
                alt: 'Fields of many shapes between woods and a stream, from high above.',
              }}
              right={{
                name: 'satellite-index',
                label: 'Vegetation index',
                alt: 'The same fields as squares of 10 m, coloured by vegetation index: some even, some with weak patches.',
              }}
              label="Divider between satellite image and vegetation index"
              sizes="(min-width: 1280px) 1214px, 95vw"
              uprightSizes="92vw"
              shape="aspect-[4/5] sm:aspect-[8/5]"
            />
            <ScaleBar label="500 m" width={`${(100 * 500) / 2400}%`} />
          </div>
        </MapSheet>
      </div>
      <Section title="Who does what">
        <FactList facts={PARTS} />
      </Section>
      <WideSection sunken title="Through the season" lead="What a map can tell you depends on the stage of the crop.">
        <SeasonCurve />
      </WideSection>
      <Section title="What satellites can’t see" lead="Some things can only be found on foot.">
        <FactList facts={LIMITS} />
      </Section>
      <CallToAction
        title="Start with one field"
        text="Tell us where it is, what grows there and what puzzles you about it. We’ll look at the satellite images and tell you whether they help."
      />
    </>
  )
}
