import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

type Step = { title: string; text: ReactNode; shown?: { tone: BadgeTone; label: string; where: string } }

const STEPS: readonly Step[] = [
  {
    title: 'You open an account',
    text: 'Sign up and confirm your email with the six digits we send you. We look at every new account, assign the projects you work on, and tell you by mail.',
    shown: { tone: 'green', label: 'Approved', where: 'on your account' },
  },
  {
    title: 'You send one archive',
    text: 'Choose the project, tick what you want made of the images, and upload the compressed folder. Large archives travel in parts; when the line breaks, you retry from the part that was lost.',
    shown: { tone: 'blue', label: 'Pending', where: 'on your dashboard' },
  },
  {
    title: 'A person looks through the photos',
    text: 'Are the lines complete, do the photos overlap, are they sharp, do the ground control points match? If something is missing, you read about it in the message on your request.',
    shown: { tone: 'yellow', label: 'Under Review', where: 'on your dashboard' },
  },
  {
    title: 'The photos become maps and tables',
    text: 'The place and angle of every photo are solved, a surface is built from what the photos share, and the photos are laid over it. Then every plot is cut out and measured in the same way.',
  },
  {
    title: 'You download the report',
    text: 'You get a mail, open the report, read the remarks of the person who made it, and download the files you asked for.',
    shown: { tone: 'green', label: 'Processed', where: 'on your dashboard' },
  },
]

/** The steps of a request, along a dotted line. */
export const ProcessSteps = () => (
  <ol>
    {STEPS.map(({ title, text, shown }, place) => (
      <li key={title} className="group relative pb-12 pl-16 last:pb-0 md:pl-20">
        <span
          aria-hidden
          className="absolute top-11 bottom-0 left-[1.3rem] border-l-[3px] border-dotted border-action group-last:hidden"
        />
        <span
          aria-hidden
          className="absolute top-0 left-0 grid h-9 w-11 place-items-center border-[1.5px] border-action bg-card font-display text-lg font-semibold text-action tabular-nums before:absolute before:-inset-1.5 before:border before:border-action/35"
        >
          {place + 1}
        </span>
        <h3 className="font-display text-2xl font-semibold tracking-[-0.01em]">{title}</h3>
        <p className="mt-2 max-w-[36rem] leading-relaxed text-muted">{text}</p>
        {shown && (
          <p className="mt-3 flex flex-wrap items-center gap-2 text-sm text-muted">
            You see <Badge tone={shown.tone}>{shown.label}</Badge> {shown.where}.
          </p>
        )}
      </li>
    ))}
  </ol>
)
