import { brand } from '#domain/brand.ts'
import { ContactForm } from '#web/features/marketing/contact/contact-form.tsx'
import { type Fact, FactList } from '#web/features/marketing/fact-list.tsx'
import { PageIntro } from '#web/features/marketing/page-intro.tsx'
import { Section } from '#web/features/marketing/section.tsx'
import { MailLink, TextLink } from '#web/features/marketing/text-link.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { pages } from '../pages.ts'

const TRIAL: readonly Fact[] = [
  { name: 'The question', text: 'What do you want to know, and what will you decide with it?' },
  { name: 'The trial', text: 'Crop and stage, number and size of plots, location.' },
  { name: 'The flight', text: 'Drone and camera, height, overlap, with or without ground control. Or: not flown yet.' },
  { name: 'The date', text: 'When you need the results.' },
]

const REQUEST: readonly Fact[] = [
  { name: 'Your request', text: 'The project name and the day you uploaded it, so we can find it.' },
  { name: 'An error', text: 'What you did, what you saw, and the request ID if one was shown.' },
]

const QUESTIONS = `Question:\n\nCrop and stage:\nNumber and size of plots:\nLocation:\n\nDrone and camera:\nHeight and overlap:\nGround control points:\n\nNeeded by:\n`
const MAIL = `mailto:${brand.contactEmail}?subject=${encodeURIComponent('A trial to measure')}&body=${encodeURIComponent(QUESTIONS)}`

export function Component() {
  usePageTitle(pages.contact.title)
  return (
    <>
      <PageIntro
        title="Write to us"
        lead="A person reads every message. The more you tell us about your trial, the better we can answer."
      />
      <div className="mx-auto grid max-w-7xl gap-x-12 gap-y-12 px-5 pb-16 md:px-6 md:pb-24 lg:grid-cols-[7fr_5fr]">
        <div className="rounded-sm border border-line-strong bg-card px-5 py-6 shadow-[0_1px_0_var(--line),0_12px_32px_-18px_rgb(21_47_74/0.4)] sm:px-8 sm:py-8">
          <ContactForm />
        </div>
        <div className="self-start border-t-2 border-ink pt-6">
          <h2 className="font-display text-2xl font-semibold tracking-[-0.01em]">Or by email</h2>
          <p className="mt-3 max-w-[30rem] leading-relaxed text-muted">
            The same people read it. If it’s about a trial, the questions below can help.
          </p>
          <MailLink className="mt-5 inline-block font-display text-xl font-semibold break-all underline decoration-2 underline-offset-8 hover:text-action sm:text-2xl" />
          <p className="mt-6">
            <a href={MAIL} className={buttonClasses({ variant: 'secondary' })}>
              Start an email with these questions
            </a>
          </p>
        </div>
      </div>
      <Section title="About a trial or a field" lead="What helps us answer right away.">
        <FactList facts={TRIAL} />
      </Section>
      <Section title="About something you have sent" lead="Your requests and reports are on your dashboard.">
        <FactList facts={REQUEST} />
        <p className="mt-6 leading-relaxed text-muted">
          Please don’t email images: <TextLink to={paths.signUp()}>create an account</TextLink> and upload them there,
          or <TextLink to={paths.logIn()}>log in</TextLink> if you have one.
        </p>
      </Section>
    </>
  )
}
