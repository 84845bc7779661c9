import { type ReactNode, useId, useState } from 'react'
import type { AnalysisRow } from '#contract/analyses.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { hasStatus } from '#web/lib/api.ts'
import { useView } from '#web/lib/view.ts'
import { BenchHeader } from '#web/lib/workbench/bench-header.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useTypedText } from '#web/ui/form/use-typed-text.ts'
import { panelId, TabList, tabId } from '#web/ui/tab-list.tsx'
import { RequestPageState, type RequestPageStateProps } from './request-page-state.tsx'
import { StatusBadge } from './status-badge.tsx'

export type RequestPart = {
  id: string
  title: string
  content: ReactNode
  /** It has a map, and needs all the room. */
  isBench?: boolean
}

export type RequestPageContent = {
  facts?: string
  actions?: ReactNode
  /** What is next: beside the parts on wide screens, above the first one on others. */
  panel: ReactNode
  parts: readonly [RequestPart, ...RequestPart[]]
  /** The part that is shown first. */
  first?: string
}

type RequestPageProps = {
  query: RequestPageStateProps & { data: AnalysisRow | undefined }
  backTo: string
  /** Undefined until the request is loaded. */
  content: RequestPageContent | undefined
}

/** A request on one screen: its parts are tabs, and what is next stays beside them. */
export function RequestPage({ query, backTo, content }: RequestPageProps) {
  const { data: row } = query
  const typed = useTypedText({ staysOnPage: true })
  return (
    <div
      data-fills
      className="flex min-h-0 grow flex-col print:block"
      onFocus={({ target }) => typed.noteFocus(target)}
    >
      <BenchHeader
        back={{ to: backTo, name: 'Dashboard' }}
        title={row ? projectTypeLabel(row.projectType) : titleWithout(query.error)}
        facts={content?.facts}
      >
        {content?.actions}
      </BenchHeader>
      {row && content ? (
        <Parts {...content} row={row} />
      ) : (
        <div className="p-6">
          <RequestPageState {...query} />
        </div>
      )}
    </div>
  )
}

const titleWithout = (error: unknown): string => (hasStatus(error, 400, 404) ? 'Request not found' : 'Request')

function Parts({ row, panel, parts, first }: RequestPageContent & { row: AnalysisRow }) {
  const base = useId()
  const [view, show] = useView()
  const wanted = view.get('part') ?? first
  const open = parts.find(({ id }) => id === wanted) ?? parts[0]
  // What was opened stays, with what was typed into it.
  const [opened, setOpened] = useState([open.id])
  if (!opened.includes(open.id)) setOpened([...opened, open.id])
  return (
    <>
      <div className="flex h-10 shrink-0 items-stretch gap-3 border-b border-line bg-card pr-3 print:hidden">
        <TabList
          label="Parts of the request"
          base={base}
          tabs={parts}
          open={open.id}
          onOpen={(id) => show({ part: id })}
        />
        <div className="self-center">
          <StatusBadge status={row.status} />
        </div>
      </div>
      <div className="flex min-h-0 grow max-lg:flex-col max-lg:overflow-y-auto">
        <div
          className={classNames(
            'flex shrink-0 flex-col gap-5 bg-card p-5 max-lg:border-b lg:order-last lg:w-84 lg:overflow-y-auto lg:border-l border-line',
            open.isBench && 'hidden',
            open !== parts[0] && 'max-lg:hidden',
          )}
        >
          {panel}
        </div>
        {parts.map(
          ({ id, content, isBench = false }) =>
            opened.includes(id) && (
              <div
                key={id}
                role="tabpanel"
                id={panelId(base, id)}
                aria-labelledby={tabId(base, id)}
                hidden={id !== open.id}
                className={classNames(
                  'min-w-0 grow',
                  isBench ? 'flex min-h-0 flex-col' : '@container p-4 md:px-8 md:py-6 lg:overflow-y-auto',
                )}
              >
                {isBench ? content : <div className="mx-auto max-w-5xl">{content}</div>}
              </div>
            ),
        )}
      </div>
    </>
  )
}

/** Below one another in a part. */
export const RequestSections = ({ sections }: { sections: readonly RequestPart[] }) => (
  <div className="flex min-w-0 flex-col gap-10">
    {sections.map(({ id, title, content }) => (
      <section key={id} aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`} className="mb-4 border-b border-line-strong pb-1.5 font-display text-lg font-semibold">
          {title}
        </h2>
        {content}
      </section>
    ))}
  </div>
)
