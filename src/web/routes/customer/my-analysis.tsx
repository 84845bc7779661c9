import type { ComponentProps } from 'react'
import { MyAnalysisDialog } from '#web/features/analyses/my-analysis-dialog.tsx'
import { useProgress } from '#web/features/processing/use-progress.ts'

/** A request of a customer, with what is being done about it. */
export function MyAnalysis(props: Omit<ComponentProps<typeof MyAnalysisDialog>, 'processing'>) {
  const { data: processing } = useProgress(props.row.analysisRequestId)
  return <MyAnalysisDialog {...props} processing={processing} />
}
