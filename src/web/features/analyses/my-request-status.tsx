import type { ReactNode } from 'react'
import type { AnalysisRow } from '#contract/analyses.ts'
import { brand } from '#domain/brand.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { nextStep } from './messages.ts'

type MyRequestStatusProps = {
  row: AnalysisRow
  /** What the customer can do now. */
  children?: ReactNode
}

/** The status of a request for its customer: what it means, and what staff wrote. */
export const MyRequestStatus = ({ row: { status, message, projectType }, children }: MyRequestStatusProps) => (
  <>
    <section className="flex flex-col gap-3 text-sm">
      <h2 className="font-display text-base font-semibold">What happens next</h2>
      <p>{nextStep(status)}</p>
      {message && (
        <div>
          <h3 className="font-medium">Message from our team</h3>
          <blockquote className="mt-1 border-l-2 border-line-strong pl-3 break-words whitespace-pre-line">
            {message}
          </blockquote>
        </div>
      )}
      {children}
    </section>
    <p className="border-t border-line pt-4 text-sm text-muted">
      Questions about this request?{' '}
      <a
        href={`mailto:${brand.contactEmail}?subject=${encodeURIComponent(`Request for ${projectTypeLabel(projectType)}`)}`}
        className="text-ink underline underline-offset-2"
      >
        Write to us
      </a>
    </p>
  </>
)
