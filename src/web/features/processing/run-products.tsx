import type { ComponentType } from 'react'
import type { RunItem } from '#contract/processing.ts'
import type { ReportFile } from '#contract/reports.ts'

export type ProductFileProps = {
  analysisRequestId: string
  file: ReportFile
  /** All of its run. */
  files: readonly ReportFile[]
  isAttached: boolean
}

type RunProductsProps = {
  analysisRequestId: string
  run: Pick<RunItem, 'products'>
  /** Shows and opens a file as the report does. */
  ProductFile: ComponentType<ProductFileProps>
}

/** What a run made, to be looked at before it is attached. */
export function RunProducts({ analysisRequestId, run: { products }, ProductFile }: RunProductsProps) {
  if (products.length === 0) return null
  const files = products.map(({ file }) => file)
  return (
    <ul aria-label="Products" className="@container divide-y divide-line border-y border-line">
      {products.map(({ file, isAttached }) => (
        <ProductFile key={file.storedName} {...{ analysisRequestId, file, files, isAttached }} />
      ))}
    </ul>
  )
}
