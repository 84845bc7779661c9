import { Picture } from '../picture.tsx'
import type { PictureName } from '../pictures.ts'

type Step = { title: string; text: string; shown?: { picture: PictureName; alt: string } }

const STEPS: readonly Step[] = [
  {
    title: 'Create an account',
    text: 'Confirm your email with a 6-digit code. We look at every new account, assign your projects, and email you when you can start.',
  },
  {
    title: 'Upload one archive',
    text: 'Choose the project, tick the outputs you want, and upload the compressed folder. If the connection drops, completed parts are kept.',
    shown: {
      picture: 'screen-upload',
      alt: 'The upload dialog: project, description, the chosen archive and the list of outputs.',
    },
  },
  {
    title: 'We check and process it',
    text: 'A person checks coverage, overlap, sharpness and ground control before we process anything. You can follow each step on your dashboard.',
    shown: {
      picture: 'screen-request',
      alt: 'A request on the dashboard, with its status, the message from our team and its timeline.',
    },
  },
  {
    title: 'Download your report',
    text: 'We email you when it’s ready: files, remarks, and the name of the person who made it.',
    shown: {
      picture: 'screen-report',
      alt: 'A report with its author, remarks and files to download.',
    },
  },
]

/** The steps of a request, with pictures of its screens (npm run screens -- pictures). */
export const ProcessSteps = () => (
  <ol className="grid gap-8 md:gap-14">
    {STEPS.map(({ title, text, shown }, place) => (
      <li key={title} className="grid grid-cols-[2.75rem_1fr] gap-x-4 gap-y-4 md:gap-x-6">
        <span
          aria-hidden
          className="grid h-9 w-11 place-items-center border-[1.5px] border-action bg-card font-display text-lg font-semibold text-action tabular-nums"
        >
          {place + 1}
        </span>
        <div>
          <h3 className="font-display text-2xl font-semibold tracking-[-0.01em]">{title}</h3>
          <p className="mt-1 max-w-[36rem] leading-relaxed text-muted">{text}</p>
        </div>
        {shown && (
          <div className="max-sm:col-span-2 sm:col-start-2">
            <Picture
              name={shown.picture}
              alt={shown.alt}
              sizes="(min-width: 1280px) 620px, (min-width: 1024px) 48vw, 92vw"
              className="h-auto w-full rounded-md border border-line-strong"
            />
          </div>
        )}
      </li>
    ))}
  </ol>
)
