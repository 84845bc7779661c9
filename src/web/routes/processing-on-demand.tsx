import type { ComponentProps } from 'react'
import { lateExtra } from '#web/lib/late-code.tsx'
import { refreshRequest } from './refresh-request.ts'

const LateSection = lateExtra(async () => (await import('./staff/request-processing.tsx')).RequestProcessing)

/** The runs of a request, loaded once the page is shown. */
export const ProcessingSection = (props: Pick<ComponentProps<typeof LateSection>, 'analysisRequestId'>) => (
  <LateSection {...props} onAttached={refreshRequest} />
)
