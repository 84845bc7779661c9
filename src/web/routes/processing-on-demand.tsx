import { type ComponentProps, Suspense } from 'react'
import { lateComponent } from '#web/lib/late-code.tsx'
import { useRefreshRequest } from './use-refresh-request.ts'

const LateSection = lateComponent(
  async () => (await import('./staff/request-processing.tsx')).RequestProcessing,
  () => null,
)

/** The runs of a request, loaded once the page is shown. */
export function ProcessingSection(props: Pick<ComponentProps<typeof LateSection>, 'analysisRequestId'>) {
  const refresh = useRefreshRequest()
  return (
    <Suspense>
      <LateSection {...props} onAttached={refresh} />
    </Suspense>
  )
}
