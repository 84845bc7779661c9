import { TimelineSteps } from '#web/features/analyses/timeline.tsx'
import { useProgress } from '#web/features/processing/use-progress.ts'

/** The steps of a request for its customer. What comes of processing, staff look at first. */
export function MyTimeline({ analysisRequestId }: { analysisRequestId: string }) {
  const { data: processing } = useProgress(analysisRequestId)
  return <TimelineSteps analysisRequestId={analysisRequestId} processing={processing} />
}
