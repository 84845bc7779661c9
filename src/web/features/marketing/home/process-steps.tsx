const STEPS = [
  [
    'Create an account',
    'Confirm your email with a 6-digit code. We look at every new account, assign your projects, and email you when you can start.',
  ],
  [
    'Upload one archive',
    'Choose the project, tick the outputs you want, and upload the compressed folder. If the connection drops, completed parts are kept.',
  ],
  [
    'We check and process it',
    'A person checks coverage, overlap, sharpness and ground control before we process anything. You can follow each step on your dashboard.',
  ],
  [
    'Open your report',
    'We email you when it’s ready: files, remarks, and the name of the person who made it. Put its maps into a trial to compare plots and dates.',
  ],
] as const

/** The steps of a request, along a flight line. */
export const ProcessSteps = () => (
  <ol className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
    {STEPS.map(([title, text], place) => (
      <li key={title} className="relative border-t-2 border-dotted border-action pt-7">
        <span
          aria-hidden
          className="absolute -top-[1.1rem] left-0 grid h-9 w-11 place-items-center border-[1.5px] border-action bg-card font-display text-lg font-semibold text-action tabular-nums"
        >
          {place + 1}
        </span>
        <h3 className="font-display text-xl font-semibold tracking-[-0.01em]">{title}</h3>
        <p className="mt-1 leading-relaxed text-muted">{text}</p>
      </li>
    ))}
  </ol>
)
