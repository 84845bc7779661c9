import { Check } from 'lucide-react'
import type { AnalysisRow } from '#contract/analyses.ts'
import { isReportCategory, REPORT_CATEGORIES } from '#domain/analyses.ts'
import { UnknownValue } from '#web/ui/list/unknown-value.tsx'
import { FileList } from './file-list.tsx'

/** What the customer asked for, wrote and sent. */
export const RequestContent = ({ row, filesTitle }: { row: AnalysisRow; filesTitle: string }) => (
  <div className="@container flex min-w-0 flex-col gap-6">
    <div className="grid gap-x-10 gap-y-6 @xl:grid-cols-2">
      <section>
        <h3 className="mb-2 text-sm font-semibold">Requested outputs</h3>
        <Outputs categories={row.reportCategories} />
      </section>
      <section className="min-w-0">
        <h3 className="mb-2 text-sm font-semibold">Description</h3>
        <p className="text-sm break-words whitespace-pre-line">{row.description || 'No description provided.'}</p>
      </section>
    </div>
    <FileList row={row} title={filesTitle} from={0} to={1} />
    {row.fileUrls.length > 1 && <FileList row={row} title="Earlier archives" from={1} />}
  </div>
)

/** An unknown category has a warning. */
const Outputs = ({ categories }: { categories: readonly string[] }) => (
  <ul className="flex flex-col gap-1 text-sm">
    {categories.map((id) =>
      isReportCategory(id) ? (
        <li key={id} className="flex items-start gap-1.5">
          <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-action" />
          <span className="inline-block first-letter:uppercase">{REPORT_CATEGORIES[id]}</span>
        </li>
      ) : (
        <li key={id}>
          <UnknownValue>{id}</UnknownValue>
        </li>
      ),
    )}
  </ul>
)
