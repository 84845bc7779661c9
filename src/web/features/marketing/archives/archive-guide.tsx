const GUIDE = [
  'Put the raw images in one folder, as they come off the card.',
  'Add the CSV or Excel file with your ground control points (GCP), if you have one.',
  'Compress the folder into one archive.',
  'Upload the archive and tick what you want made of it.',
] as const

const LINES = [
  { name: 'north-field-2026-07-14', note: '' },
  { name: '  DJI_0018.JPG', note: 'untouched' },
  { name: '  DJI_0019.JPG', note: '' },
  { name: '  DJI_0020.JPG', note: 'and all the others' },
  { name: '  gcp.csv', note: 'if you have one' },
  { name: '', note: '' },
  { name: 'north-field-2026-07-14.zip', note: 'upload this' },
] as const

const POINTS = [
  ['GCP1', '412 086.31', '5 706 214.88', '61.42'],
  ['GCP2', '412 139.77', '5 706 208.15', '61.97'],
  ['GCP3', '412 091.02', '5 706 187.60', '60.85'],
] as const

const FolderNote = () => (
  <figure className="min-w-0">
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard on phones
      tabIndex={0}
      aria-label="A folder ready to send"
      className="overflow-x-auto rounded-sm border border-line-strong bg-card [background-image:linear-gradient(var(--line)_1px,transparent_1px)] [background-size:100%_2.25rem] [background-position:0_2.2rem]"
    >
      <ul className="min-w-max border-l-2 border-status-red/40 py-[0.1rem] pr-3 pl-4 ml-4 sm:ml-6 font-mono text-[0.8125rem]/[2.25rem]">
        {LINES.map(({ name, note }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- the lines never change
          <li key={place} className="flex h-9 gap-4 whitespace-pre">
            <span className="min-w-46 sm:min-w-64 font-medium">{name}</span>
            <span className="font-sans text-muted">{note}</span>
          </li>
        ))}
      </ul>
    </section>
    <figcaption className="mt-2 text-sm text-muted">One flight, one folder, one archive.</figcaption>
  </figure>
)

const PointTable = () => (
  <figure className="min-w-0">
    <div className="overflow-x-auto rounded-sm border border-line-strong bg-card">
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr className="border-b border-line-strong text-right">
            <th scope="col" className="px-2.5 py-2.5 sm:px-4 text-left font-semibold">
              Point
            </th>
            <th scope="col" className="px-2.5 py-2.5 sm:px-4 font-semibold">
              Easting
            </th>
            <th scope="col" className="px-2.5 py-2.5 sm:px-4 font-semibold">
              Northing
            </th>
            <th scope="col" className="px-2.5 py-2.5 sm:px-4 font-semibold">
              Height
            </th>
          </tr>
        </thead>
        <tbody>
          {POINTS.map(([point, ...values]) => (
            <tr key={point} className="border-b border-line text-right last:border-0">
              <th scope="row" className="px-2.5 py-2.5 sm:px-4 text-left font-medium">
                {point}
              </th>
              {values.map((value) => (
                <td key={value} className="px-2.5 py-2.5 sm:px-4 whitespace-nowrap">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <figcaption className="mt-2 text-sm text-muted">
      A ground control file, here in metres. Say in the description which coordinate system it is in. These points are
      an example.
    </figcaption>
  </figure>
)

/** How to prepare an archive, with an example folder and ground control file. */
export const ArchiveGuide = () => (
  <div className="grid gap-10">
    <ol className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
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
    <PointTable />
  </div>
)
