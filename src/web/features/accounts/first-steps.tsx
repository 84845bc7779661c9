import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { projectTypeLabel } from '#domain/users.ts'
import { helpPages } from '#web/lib/help-pages.ts'
import { useSession } from '#web/lib/session/session.ts'
import { classNames } from '#web/ui/class-names.ts'
import { NewTabLink } from '#web/ui/new-tab-link.tsx'

type Progress = 'done' | 'now' | 'next'

const TO_PREPARE = [
  { text: 'The raw photos of one flight, in one archive.', page: helpPages.archives },
  { text: 'Your ground control points as a CSV or Excel file, if you have any.', page: helpPages.groundControl },
  { text: 'Not flown yet? Overlap and height decide what a map can show.', page: helpPages.flight },
]

/** The way of a new customer to their first request, and what to prepare for it. */
export function FirstSteps() {
  const { user } = useSession()
  if (!user) return null
  const isApproved = user.userStatus === 'APPROVED'
  const projects = user.assignedProjects.map(projectTypeLabel)
  return (
    <div className="grid gap-6 text-sm">
      <ol aria-label="Your first steps" className="grid gap-x-8 gap-y-4 md:grid-cols-3">
        <Step number={1} progress="done" title="Email confirmed">
          <bdi className="break-all">{user.email}</bdi>
        </Step>
        <Step
          number={2}
          progress={isApproved ? 'done' : 'now'}
          title={isApproved ? 'Account approved' : 'Waiting for approval'}
        >
          {isApproved
            ? projectsText(projects)
            : "We look at every new account and assign its projects. We'll email you when it's done."}
        </Step>
        <Step number={3} progress={isApproved ? 'now' : 'next'} title="First upload">
          Send one archive of raw images and choose what you want from it.
        </Step>
      </ol>
      <section aria-labelledby="to-prepare">
        <p id="to-prepare" className="font-semibold">
          {isApproved ? 'What you need' : 'What you can prepare meanwhile'}
        </p>
        <ul className="mt-2 grid gap-x-8 gap-y-3 md:grid-cols-3">
          {TO_PREPARE.map(({ text, page }) => (
            <li key={text}>
              <p>{text}</p>
              <NewTabLink to={page.to}>{page.text}</NewTabLink>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

const projectsText = ([first, ...others]: readonly string[]): string => {
  if (first === undefined) return 'No project has been assigned to you yet. Please contact us.'
  return others.length === 0 ? `Your project is ${first}.` : `You have ${others.length + 1} projects.`
}

const RULES = { done: 'border-ramp-5', now: 'border-ink', next: 'border-line-strong' } satisfies Record<
  Progress,
  string
>
const SPOKEN = { done: 'Done: ', now: 'Now: ', next: 'Next: ' } satisfies Record<Progress, string>

type StepProps = { number: number; progress: Progress; title: string; children: ReactNode }

const Step = ({ number, progress, title, children }: StepProps) => (
  <li
    aria-current={progress === 'now' ? 'step' : undefined}
    className={classNames('flex gap-3 border-t-2 pt-2.5', RULES[progress])}
  >
    <span aria-hidden className="grid w-5 shrink-0 place-items-start font-display text-lg/5 font-semibold text-action">
      {progress === 'done' ? <Check className="size-5" /> : number}
    </span>
    <div className="min-w-0">
      <p className="font-semibold">
        <span className="sr-only">{SPOKEN[progress]}</span>
        {title}
      </p>
      <p className="mt-0.5">{children}</p>
    </div>
  </li>
)
