const ROWS = [
  ['Made by', 'name and email of a member of our staff'],
  ['Made on', '16 Jul 2026 | 14:20'],
] as const

/** An example of a report. */
export const SampleReport = () => (
  <figure className="mt-8 max-w-[30rem]">
    <div className="rotate-[-0.6deg] border border-line-strong bg-card px-6 py-5 text-sm shadow-[0_10px_24px_-16px_rgb(21_47_74/0.5)]">
      <dl className="grid grid-cols-[5.5rem_1fr] gap-y-2">
        {ROWS.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
        <dt className="border-t border-line pt-3 text-muted">Remarks</dt>
        <dd className="border-t border-line pt-3 leading-relaxed">
          Plots 217, 307 and 418 are empty and have no values. The wind moved the plants on the two eastern lines: read
          canopy height there with care.
        </dd>
      </dl>
    </div>
    <figcaption className="mt-4 text-sm text-muted">An example, for the made-up trial above.</figcaption>
  </figure>
)
