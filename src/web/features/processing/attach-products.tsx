import type { RunItem } from '#contract/processing.ts'
import { problemOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useAttachProducts } from './run-queries.ts'

type AttachProductsProps = { analysisRequestId: string; run: RunItem; onAttached: () => void }

/** Makes all products of a run draft files of the report. */
export function AttachProducts({ analysisRequestId, run: { runId, products }, onAttached }: AttachProductsProps) {
  const attach = useAttachProducts(analysisRequestId)
  if (products.every(({ isAttached }) => isAttached)) return null
  return (
    <Button
      size="small"
      pending={attach.isPending}
      onClick={() =>
        attach.mutate(runId, {
          onSuccess: ({ message }) => {
            toast.success(message)
            onAttached()
          },
          onError: (error) => toast.error(problemOf(error)),
        })
      }
    >
      Attach as draft report
    </Button>
  )
}

/** Where the products went. */
export function AttachedNote({ products }: Pick<RunItem, 'products'>) {
  const attached = products.filter(({ isAttached }) => isAttached)
  if (attached.length === 0) return null
  const drafts = attached.filter(({ file }) => !file.isPublished).length
  return (
    <p className="text-sm text-muted">
      {drafts === 0 ? 'Its files are published in the ' : 'Its files are drafts in the '}
      <a href="#report" className="text-ink underline underline-offset-2">
        report of this request
      </a>
      {drafts === 0 ? '.' : ". The customer can't see them until you publish them with View Report."}
    </p>
  )
}
