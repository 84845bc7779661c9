import type { ReactNode } from 'react'
import type { AnalysisRow } from '#contract/analyses.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { hasStatus } from '#web/lib/api.ts'
import { BackLink } from '#web/lib/back-link.tsx'
import { useTypedText } from '#web/ui/form/use-typed-text.ts'
import { RequestPageState } from './request-page-state.tsx'
import { StatusBadge } from './status-badge.tsx'

type Section = { id: string; title: string; content: ReactNode }

export type RequestPageContent = {
  /** Below the title. */
  summary: ReactNode
  actions?: ReactNode
  /** What is next: beside the sections on wide screens, above them on others. */
  panel: ReactNode
  /** In their order; the content of a new kind is one more entry. */
  sections: readonly Section[]
}

type RequestPageProps = {
  query: {
    data: AnalysisRow | undefined
    isPending: boolean
    isFetching: boolean
    error: unknown
    refetch: () => unknown
  }
  backTo: string
  /** Undefined until the request is loaded. */
  content: RequestPageContent | undefined
}

export function RequestPage({ query, backTo, content }: RequestPageProps) {
  const { data: row } = query
  const typed = useTypedText()
  return (
    <div className="@container" onFocus={({ target }) => typed.noteFocus(target)}>
      <header>
        <div className="flex min-h-8 items-center justify-between gap-4">
          <BackLink to={backTo}>Dashboard</BackLink>
          {content?.actions}
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="min-w-0 font-display text-2xl font-semibold break-words">
            <bdi>{row ? projectTypeLabel(row.projectType) : titleWithout(query.error)}</bdi>
          </h1>
          {row && <StatusBadge status={row.status} />}
        </div>
        {content && <p className="mt-1 text-sm break-words text-muted">{content.summary}</p>}
      </header>
      {content ? <Body {...content} /> : <RequestPageState {...query} />}
    </div>
  )
}

const titleWithout = (error: unknown): string => (hasStatus(error, 400, 404) ? 'Request not found' : 'Request')

const Body = ({ panel, sections }: RequestPageContent) => (
  <div className="mt-6 grid gap-x-10 gap-y-8 @4xl:grid-cols-[minmax(0,1fr)_20rem]">
    <div className="flex flex-col gap-5 self-start rounded-md border border-line bg-card p-5 @4xl:sticky @4xl:top-20 @4xl:col-start-2 @4xl:row-start-1">
      {panel}
    </div>
    <div className="flex min-w-0 flex-col gap-10">
      {sections.map(({ id, title, content }) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
          <h2 id={`${id}-title`} className="mb-4 border-b border-line-strong pb-1.5 font-display text-lg font-semibold">
            {title}
          </h2>
          {content}
        </section>
      ))}
    </div>
  </div>
)
