import { ProcessingSection } from '#web/features/processing/processing-section.tsx'
import { paths } from '#web/lib/paths.ts'
import { ProductFile } from '../maps-and-trials/product-file.tsx'

type RequestProcessingProps = { analysisRequestId: string; onAttached: () => void }

/** The runs of a request, and what they made, which opens as the files of its report do. */
export const RequestProcessing = (props: RequestProcessingProps) => (
  <ProcessingSection
    {...props}
    ProductFile={ProductFile}
    mapPath={paths.adminMapWithProducts(props.analysisRequestId)}
  />
)
