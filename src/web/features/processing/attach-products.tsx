import { useState } from 'react'
import { Link } from 'react-router'
import type { RunItem } from '#contract/processing.ts'
import { REMARKS_MAX } from '#domain/reports.ts'
import { problemOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useAttachProducts } from './run-queries.ts'

type AttachProductsProps = { analysisRequestId: string; run: RunItem; onAttached: () => void }

/** Makes all products of a run draft files of the report, with remarks. */
export function AttachProducts({ analysisRequestId, run: { runId, products }, onAttached }: AttachProductsProps) {
  const attach = useAttachProducts(analysisRequestId)
  const [description, setDescription] = useState('')
  if (products.every(({ isAttached }) => isAttached)) return null
  return (
    <div className="flex w-full flex-col items-start gap-2">
      <div className="w-full max-w-prose">
        <TextField
          label="Remarks"
          hint="Shown to the customer with the files, once they are published."
          maxLength={REMARKS_MAX}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </div>
      <Button
        size="small"
        pending={attach.isPending}
        onClick={() =>
          attach.mutate(
            { runId, description },
            {
              onSuccess: ({ message }) => {
                toast.success(message)
                onAttached()
              },
              onError: (error) => toast.error(problemOf(error)),
            },
          )
        }
      >
        Attach as draft report
      </Button>
    </div>
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
      <Link to="?part=report" className="text-ink underline underline-offset-2">
        report of this request
      </Link>
      {drafts === 0 ? '.' : ". The customer can't see them until you publish them with View Report."}
    </p>
  )
}
