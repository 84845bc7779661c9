import { brand } from '#domain/brand.ts'
import { type Fact, FactRows } from '#web/features/marketing/fact-rows.tsx'
import { PageIntro } from '#web/features/marketing/page-intro.tsx'
import { Section } from '#web/features/marketing/section.tsx'
import { MailLink, TextLink } from '#web/features/marketing/text-link.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { pages } from './pages.ts'
import { paths } from './paths.ts'

const TRIAL: readonly Fact[] = [
  { name: 'The question', text: 'What do you want to know, and what will you decide with it?' },
  { name: 'The trial', text: 'Crop and stage, number and size of plots, where it lies.' },
  { name: 'The flight', text: 'Drone and camera, height, overlap, ground control or not. Or: not flown yet.' },
  { name: 'The date', text: 'When you need the figures.' },
]

const REQUEST: readonly Fact[] = [
  { name: 'Your request', text: 'Project name and the day you uploaded it, so that we find it.' },
  { name: 'An error', text: 'What you did, what you saw, and the request id if one was shown.' },
]

const QUESTIONS = `Question:\n\nCrop and stage:\nNumber and size of plots:\nPlace:\n\nDrone and camera:\nHeight and overlap:\nGround control points:\n\nNeeded by:\n`
const MAIL = `mailto:${brand.contactEmail}?subject=${encodeURIComponent('A trial to measure')}&body=${encodeURIComponent(QUESTIONS)}`

export function Component() {
  usePageTitle(pages.contact.title)
  return (
    <>
      <PageIntro
        title="Write to us"
        lead="We read every message ourselves. The more we know about your trial, the less we have to ask back."
      />
      <div className="mx-auto max-w-7xl px-5 pb-16 md:px-6 md:pb-20">
        <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-6 border-y-2 border-ink py-8">
          <MailLink className="font-display text-2xl font-semibold tracking-[-0.02em] break-all underline decoration-2 underline-offset-8 hover:text-action md:text-5xl" />
          <a href={MAIL} className={buttonClasses({ variant: 'secondary' })}>
            Open a mail with the questions filled in
          </a>
        </div>
      </div>
      <Section title="About a trial or a field" lead="What helps us to answer at once.">
        <FactRows facts={TRIAL} />
      </Section>
      <Section title="About something you have sent" lead="Requests and reports stand on your dashboard.">
        <FactRows facts={REQUEST} />
        <p className="mt-6 leading-relaxed text-muted">
          Images do not go by mail: <TextLink to={paths.signUp()}>create an account</TextLink> and upload them there, or{' '}
          <TextLink to={paths.logIn()}>log in</TextLink> if you have one.
        </p>
      </Section>
    </>
  )
}
