import { brand } from '#domain/brand.ts'
import { paths } from '#web/lib/paths.ts'
import { type Fact, FactList } from '../fact-list.tsx'
import { MailLink, TextLink } from '../text-link.tsx'

const { turnaround, price, dataLocation, support } = brand.answers

const QUESTIONS: readonly Fact[] = [
  { name: 'How long does it take?', text: turnaround },
  {
    name: 'What does it cost?',
    text: (
      <>
        {price} <TextLink to={paths.contact()}>Ask for a quote</TextLink>
      </>
    ),
  },
  {
    name: 'Where is my data?',
    text: (
      <>
        {dataLocation} Only you and our team can open your images and reports.{' '}
        <TextLink to={paths.privacyPolicy()}>Privacy</TextLink>
      </>
    ),
  },
  {
    name: 'Who answers?',
    text: (
      <>
        {support} Before that, write to <MailLink />.
      </>
    ),
  },
]

/** What a new customer asks before anything else. The owner's answers are in src/domain/brand.ts. */
export const FirstQuestions = () => <FactList facts={QUESTIONS} />
