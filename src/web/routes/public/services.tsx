import { CallToAction } from '#web/features/marketing/call-to-action.tsx'
import { type Fact, FactList } from '#web/features/marketing/fact-list.tsx'
import { PageIntro } from '#web/features/marketing/page-intro.tsx'
import { Picture } from '#web/features/marketing/picture.tsx'
import { Section } from '#web/features/marketing/section.tsx'
import { TextLink } from '#web/features/marketing/text-link.tsx'
import { PlotTable } from '#web/features/marketing/trial/plot-table.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { pages } from '../pages.ts'

const CUSTOM: readonly Fact[] = [
  {
    name: 'Field books',
    text: 'Plots and traits for the app Field Book, and its scores back in the trial, plot by plot.',
  },
  {
    name: 'Pipelines',
    text: 'From your sensor files to the table your statistics expect, the same way every week.',
  },
  {
    name: 'Dashboards',
    text: 'One page per trial or farm, with the few figures you look at every morning.',
  },
  { name: 'Handover', text: 'You get the source code and the documentation, and can continue without us.' },
]

const SIZES = '(min-width: 1024px) 700px, 92vw'
const FRAME = 'aspect-[16/9] h-auto w-full rounded-sm border border-line-strong object-cover'

export function Component() {
  usePageTitle(pages.services.title)
  return (
    <>
      <PageIntro
        title="Our services"
        lead="From a single plot to a whole farm, and the software in between. Use any of them on its own."
      />
      <Section
        title="Drone Image Processing"
        lead={
          <>
            <p>For breeders and research stations: you fly the trial, we deliver maps and a value for every plot.</p>
            <p className="mt-4 text-base">
              <TextLink to={paths.products()}>What you get, and how to fly</TextLink>
            </p>
          </>
        }
      >
        <Picture
          name="heat-map"
          alt="Every plot of a trial filled with one colour between pale and dark green; empty plots are hatched."
          sizes={SIZES}
          className={FRAME}
          eager
        />
      </Section>
      <Section
        title="Smart Crop Management"
        lead={
          <>
            <p>
              For farms and advisers: an agronomist follows your fields on satellite images, and tells you what to
              check.
            </p>
            <p className="mt-4 text-base">
              <TextLink to={paths.smartCropManagement()}>What the maps tell you, and when</TextLink>
            </p>
          </>
        }
      >
        <Picture
          name="satellite-index"
          alt="Fields as squares of 10 m, coloured by vegetation index."
          sizes={SIZES}
          className={FRAME}
        />
      </Section>
      <Section
        id="custom-software"
        title="Custom agri software"
        lead="For work that off-the-shelf software doesn’t fit. We build it with the people who will use it."
        aside={
          <div className="mt-8 max-w-[30rem]">
            <PlotTable />
          </div>
        }
      >
        <FactList facts={CUSTOM} />
      </Section>
      <CallToAction
        title="Not sure which one?"
        text="Tell us the question: what do you want to know, about which crop, on how much land, and by when?"
      />
    </>
  )
}
