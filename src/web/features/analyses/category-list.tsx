import { Check } from 'lucide-react'
import { isReportCategory, REPORT_CATEGORIES } from '#domain/analyses.ts'
import { UnknownValue } from '#web/ui/unknown-value.tsx'

/** What the customer asked for. An unknown category has a warning. */
export const CategoryList = ({ categories }: { categories: readonly string[] }) => (
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
