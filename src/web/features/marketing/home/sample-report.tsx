/** An example of what stands with a report. */
export const SampleReport = () => (
  <figure className="mt-8 max-w-[30rem] max-lg:hidden">
    <div className="rotate-[-0.6deg] border border-line-strong bg-card px-6 py-5 text-sm shadow-[0_10px_24px_-16px_rgb(21_47_74/0.5)]">
      <dl className="grid grid-cols-[6.5rem_1fr] gap-y-2">
        <dt className="text-muted">Prepared by</dt>
        <dd className="font-medium">name and email of one of us</dd>
        <dt className="border-t border-line pt-3 text-muted">Remarks</dt>
        <dd className="border-t border-line pt-3 leading-relaxed">
          Plots 217, 307 and 418 are empty and have no values. Wind moved the plants on the two eastern lines: read
          canopy height there with care.
        </dd>
      </dl>
    </div>
    <figcaption className="mt-4 text-sm text-muted">An example, for the synthetic trial above.</figcaption>
  </figure>
)
