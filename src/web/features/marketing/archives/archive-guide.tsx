const GUIDE = [
  'Put all raw images in one folder, straight from the card.',
  'Add your ground control points (GCP) as a CSV or Excel file, if you have any.',
  'Compress the folder into one archive.',
  'Upload it and tick the outputs you want.',
] as const

const LINES = [
  { name: 'trial-2026-07-14', note: '' },
  { name: '  DJI_0018.JPG', note: 'unedited' },
  { name: '  DJI_0019.JPG', note: '' },
  { name: '  DJI_0020.JPG', note: '… all of them' },
  { name: '  gcp.csv', note: 'if you have one' },
  { name: '', note: '' },
  { name: 'trial-2026-07-14.zip', note: 'upload this' },
] as const

const FolderNote = () => (
  <figure className="min-w-0 max-sm:hidden">
    <div className="rounded-sm border border-line-strong bg-card [background-image:linear-gradient(var(--line)_1px,transparent_1px)] [background-size:100%_2.25rem] [background-position:0_2.2rem]">
      <ul
        aria-label="A folder ready to send"
        className="ml-3 border-l-2 border-status-red/40 py-[0.1rem] pr-3 pl-3 font-mono text-xs/[2.25rem] sm:ml-6 sm:pl-4 sm:text-bench/[2.25rem]"
      >
        {LINES.map(({ name, note }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- the lines never change
          <li key={place} className="flex h-9 gap-4 whitespace-pre">
            <span className="min-w-40 font-medium sm:min-w-64">{name}</span>
            <span className="font-sans text-muted">{note}</span>
          </li>
        ))}
      </ul>
    </div>
    <figcaption className="mt-2 text-sm text-muted">One flight, one folder, one archive.</figcaption>
  </figure>
)

/** How to prepare an archive, with an example folder. */
export const ArchiveGuide = () => (
  <div className="grid gap-10">
    <ol className="grid gap-x-8 gap-y-3 sm:grid-cols-2 sm:gap-y-5">
      {GUIDE.map((line, place) => (
        <li key={line} className="grid grid-cols-[auto_1fr] gap-4 border-t-2 border-ink pt-3">
          <span aria-hidden className="font-display text-lg font-semibold text-action tabular-nums">
            {place + 1}
          </span>
          <p className="leading-relaxed">{line}</p>
        </li>
      ))}
    </ol>
    <FolderNote />
  </div>
)
