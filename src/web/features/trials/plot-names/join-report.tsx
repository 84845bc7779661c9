import { displayName } from '#domain/display-names.ts'
import type { FoundNames } from './names-worker.ts'

const NAMED_MAX = 30

/** What fits, and all that does not. */
export function JoinReport({ joined, count }: { joined: FoundNames; count: number }) {
  const { by, matched, missingInFile, missingInPlots, duplicates, withoutGenotype, blanks } = joined
  const findings = [
    ['Plots that the table does not name', missingInFile, 'They stay as they are.'],
    ['In the table, but not in the plots', missingInPlots, 'They are not saved.'],
    ['Twice in the table', duplicates, 'The first one counts.'],
    ['Without a genotype', withoutGenotype, ''],
  ] as const
  return (
    <section aria-label="Report" className="flex flex-col gap-2 text-sm">
      <p className="font-semibold">
        {matched.toLocaleString('en')} of {count.toLocaleString('en')} plots matched by {by}
      </p>
      <dl className="grid gap-2">
        {findings.map(([title, names, then]) => (
          <div key={title}>
            <dt className={names.length > 0 ? 'font-medium' : 'text-muted'}>
              {title}: {names.length.toLocaleString('en')}
            </dt>
            {names.length > 0 && (
              <dd className="wrap-anywhere text-muted">
                <bdi>{names.slice(0, NAMED_MAX).map(displayName).join(', ')}</bdi>
                {names.length > NAMED_MAX ? ' … ' : '. '}
                {then}
              </dd>
            )}
          </div>
        ))}
        <div>
          <dt className="text-muted">Blank lines or cells: {blanks.toLocaleString('en')}</dt>
        </div>
      </dl>
    </section>
  )
}
