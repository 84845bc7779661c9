import { brand } from '#domain/brand.ts'
import { ArchiveGuide } from '#web/features/marketing/archives/archive-guide.tsx'
import { SeasonScreen } from '#web/features/marketing/bench/season-screen.tsx'
import { CallToAction } from '#web/features/marketing/call-to-action.tsx'
import { FirstQuestions } from '#web/features/marketing/home/first-questions.tsx'
import { Hero } from '#web/features/marketing/home/hero.tsx'
import { OutputGallery } from '#web/features/marketing/home/output-gallery.tsx'
import { ProcessSteps } from '#web/features/marketing/home/process-steps.tsx'
import { SampleReport } from '#web/features/marketing/home/sample-report.tsx'
import { ServiceList } from '#web/features/marketing/home/service-list.tsx'
import { PageIntro } from '#web/features/marketing/page-intro.tsx'
import { Section, WideSection } from '#web/features/marketing/section.tsx'
import { StartLink } from '#web/features/marketing/start-link.tsx'
import { TextLink } from '#web/features/marketing/text-link.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { pages } from '../pages.ts'

export function Component() {
  usePageTitle(pages.home.title)
  return (
    <>
      <PageIntro
        title={brand.tagline}
        lead="Fly your trial and upload the photos as one archive. You get maps, heights and a value for every plot, in a report signed by the person who made it."
        actions={
          <>
            <StartLink className={buttonClasses()} />
            <a href={paths.contact()} className={buttonClasses({ variant: 'secondary' })}>
              Ask about your trial
            </a>
          </>
        }
      />
      <div className="mx-auto max-w-7xl px-3 pb-12 md:px-6 md:pb-24">
        <Hero />
      </div>
      <WideSection
        title="Every plot, all season"
        lead="The flights of a season lie in one trial. Choose a plot, and see how it grew and where it stands among the others."
      >
        <SeasonScreen />
      </WideSection>
      <WideSection title="How it works" lead="Four steps, and you can always see where your request stands.">
        <ProcessSteps />
      </WideSection>
      <WideSection
        sunken
        title="What you can order"
        lead="Tick one or all when you upload. They come from the same photos, so they line up with each other."
      >
        <OutputGallery />
      </WideSection>
      <WhatToSend />
      <Section title="Before you start" lead="What customers ask us first." aside={<SampleReport />}>
        <FirstQuestions />
      </Section>
      <WideSection title="Three services" lead="Use any of them on its own. Every figure comes with its method.">
        <ServiceList />
      </WideSection>
      <CallToAction
        title="Start with a flight you already have"
        text="Create an account and upload it, or tell us about your trial first: crop, number of plots, camera, and what you want to know."
      />
    </>
  )
}

const WhatToSend = () => (
  <Section
    title="What to send"
    lead={
      <>
        <p>Raw photos from one flight are enough.</p>
        <p className="mt-3 text-base">
          <TextLink to={paths.archiveLimits()}>Accepted archives and common problems</TextLink>
        </p>
      </>
    }
  >
    <ArchiveGuide />
  </Section>
)
