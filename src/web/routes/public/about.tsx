import { brand } from '#domain/brand.ts'
import { CallToAction } from '#web/features/marketing/call-to-action.tsx'
import { type Fact, FactList } from '#web/features/marketing/fact-list.tsx'
import { PageIntro } from '#web/features/marketing/page-intro.tsx'
import { Picture } from '#web/features/marketing/picture.tsx'
import { Section } from '#web/features/marketing/section.tsx'
import { TextLink } from '#web/features/marketing/text-link.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { pages } from '../pages.ts'

const RULES: readonly Fact[] = [
  { name: 'Say how', text: 'A value without its method is a rumour. Every report says what we did, and with what.' },
  {
    name: 'Say how far',
    text: 'We name what the data can’t support: gaps, wind, missing ground control, plots at the edge of the flight.',
  },
  { name: 'Say who', text: 'Each report carries the name and email of the person who made it.' },
  { name: 'Keep it private', text: 'Only you and our team can see your images and results.' },
  { name: 'Keep it open', text: 'You get files in open formats that you can use without us and without our software.' },
]

export function Component() {
  usePageTitle(pages.about.title)
  return (
    <>
      <PageIntro
        title="We measure fields from the air"
        lead={`${brand.name} works for plant breeders, research stations and farms. We turn images of crops into figures, and stand behind them.`}
      />
      <div className="mx-auto max-w-7xl px-3 pb-16 md:px-6 md:pb-24">
        <Picture
          name="field-photo"
          alt="A synthetic breeding trial from above: ranges of plots, dense, thin or ripe."
          sizes="(min-width: 1280px) 1232px, 95vw"
          className="aspect-[16/9] h-auto w-full rounded-sm border border-line-strong object-cover md:aspect-[3/1]"
          eager
        />
      </div>
      <Section title="Our mission">
        <div className="grid max-w-[40rem] gap-5 text-lg/relaxed">
          <p>
            A breeder walks past thousands of plots and scores each by eye, as well as light and time allow. A flight of
            a few minutes sees them all under the same sun. Between the photos and a value that a decision can rest on
            lies a lot of careful work. That work is what we do.
          </p>
          <p>
            We want anyone with a trial and a drone to get figures as sound as those of a large company with its own
            imaging team.
          </p>
        </div>
      </Section>
      <Section title="Our vision">
        <p className="max-w-[40rem] text-lg/relaxed">
          Field trials whose measurements can be repeated by someone else: with the images kept, the method written
          down, and the uncertainty stated beside the value. Then two stations can compare their results, and a season
          of work does not depend on one pair of eyes.
        </p>
      </Section>
      <Section title="How we work">
        <FactList facts={RULES} />
      </Section>
      <Section title="The people">
        <div className="grid max-w-[40rem] gap-5 text-lg/relaxed">
          <p>
            Three trades meet here: people who build maps from photos, people who know crops, and people who write
            software. You get to know them by their work: the person who makes your report signs it.
          </p>
          <p>
            If you would like to be one of them,{' '}
            <a href={brand.careersUrl} className="font-medium underline underline-offset-4 hover:text-action">
              write to us about work
            </a>
            . For everything else there is <TextLink to={paths.contact()}>our address</TextLink>.
          </p>
        </div>
      </Section>
      <CallToAction
        title="Try us with one flight"
        text="The best way to know a laboratory is to send it something you already know the answer to."
      />
    </>
  )
}
