import { FileText, FileUp } from 'lucide-react'
import type { AnalysisOfUser } from '#contract/analyses.ts'
import { Button } from '#web/ui/button.tsx'

export type ReportButtonsProps = { row: AnalysisOfUser; onViewReport: () => void; onUploadReport: () => void }

export const ReportButtons = ({ row, onViewReport, onUploadReport }: ReportButtonsProps) => (
  <>
    {row.reportFiles > 0 && (
      <Button variant="secondary" onClick={onViewReport}>
        <FileText aria-hidden className="size-4" />
        View Report
      </Button>
    )}
    <Button onClick={onUploadReport}>
      <FileUp aria-hidden className="size-4" />
      Upload Report
    </Button>
  </>
)
