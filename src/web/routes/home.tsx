import { brand } from '#domain/brand.ts'
import { ArchiveGuide } from '#web/features/marketing/archives/archive-guide.tsx'
import { CallToAction } from '#web/features/marketing/call-to-action.tsx'
import { Hero } from '#web/features/marketing/home/hero.tsx'
import { OutputGallery } from '#web/features/marketing/home/output-gallery.tsx'
import { ProcessSteps } from '#web/features/marketing/home/process-steps.tsx'
import { SampleReport } from '#web/features/marketing/home/sample-report.tsx'
import { ServiceList } from '#web/features/marketing/home/service-list.tsx'
import { PageIntro } from '#web/features/marketing/page-intro.tsx'
import { Picture } from '#web/features/marketing/picture.tsx'
import { Section, WideSection } from '#web/features/marketing/section.tsx'
import { StartLink } from '#web/features/marketing/start-link.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { pages } from './pages.ts'

export function Component() {
  usePageTitle(pages.home.title)
  return (
    <>
      <PageIntro
        title={brand.tagline}
        lead="You fly over your trial and send us the photos in one archive. You get back maps, heights and a value for every plot, with a report by the person who made them."
        actions={
          <>
            <StartLink className={buttonClasses()} />
            <a href={paths.contact()} className={buttonClasses({ variant: 'secondary' })}>
              Ask about your trial
            </a>
          </>
        }
      />
      <div className="mx-auto max-w-7xl px-3 pb-16 md:px-6 md:pb-24">
        <Hero />
      </div>
      <Section
        title="What happens to your images"
        lead="Five stations, and you can see at any time where your request stands."
        aside={<FlightFrames />}
      >
        <ProcessSteps />
      </Section>
      <WideSection
        sunken
        title="Five things you can ask for"
        lead="Tick one or all of them when you upload. All are made from the same photos, so they lie over one another."
      >
        <OutputGallery />
      </WideSection>
      <Section
        title="What to send, and how"
        lead="Raw photos from one flight are enough. Ground control points make the map exact to the place, and let you lay two dates over each other."
        aside={<GroundTarget />}
      >
        <ArchiveGuide />
      </Section>
      <Section title="Who does the work" aside={<SampleReport />}>
        <div className="grid max-w-[40rem] gap-5 text-lg/relaxed">
          <p>
            Software solves the photos. A person decides whether the result can be trusted: every request is opened by a
            member of our staff, who looks through the photos before anything is computed and at the maps before
            anything is sent.
          </p>
          <p>
            The report carries the name and the email of the person who made it, with remarks on what was done and what
            to be careful about. When a figure looks odd, you know whom to ask.
          </p>
          <p>
            Only you and our staff see your images and reports.{' '}
            <PlainLink to={paths.privacyPolicy()} text="How we treat your data" />
          </p>
        </div>
      </Section>
      <WideSection
        title="Three services"
        lead="Separate offers with one rule in common: every figure comes with the way it was made."
      >
        <ServiceList />
      </WideSection>
      <CallToAction
        title="Send the flight you already have"
        text="Create an account and upload it, or write first and tell us about your trial: crop, number of plots, camera, and what you want to know."
      />
    </>
  )
}

const PlainLink = ({ to, text }: { to: string; text: string }) => (
  <a href={to} className="font-medium underline underline-offset-4 hover:text-action">
    {text}
  </a>
)

const GroundTarget = () => (
  <figure className="mt-10 max-w-[30rem]">
    <Picture
      name="ground-target"
      alt="A black and white checkered plate on the bare alley between four plots, seen from above."
      sizes="(min-width: 1024px) 30rem, 92vw"
      className="aspect-[3/2] h-auto w-full rounded-sm object-cover"
    />
    <figcaption className="mt-2 text-sm text-muted">
      A ground control point: a plate whose place has been measured, and that can be found in the photos.
    </figcaption>
  </figure>
)

const FlightFrames = () => (
  <figure className="mt-10 max-w-[30rem]">
    <Picture
      name="frames"
      alt="Twelve photos of one flight side by side; each repeats most of the one before it, and every second line is upside down."
      sizes="(min-width: 1024px) 30rem, 92vw"
      className="h-auto w-full rounded-sm"
    />
    <figcaption className="mt-2 text-sm text-muted">
      What comes off the card: photos that repeat most of what the one before showed, and are upside down on the way
      back. That is how it should be.
    </figcaption>
  </figure>
)
