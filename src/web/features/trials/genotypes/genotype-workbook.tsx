import { Download, Square } from 'lucide-react'
import { isRecorded } from '#imagery/plot-values/recorded-traits.ts'
import { type Choice, textsOf } from '#imagery/traits/derived/model-choice.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/list/save-file.ts'
import { useStoppable } from '#web/ui/list/use-stoppable.ts'
import { problemOf } from '../messages.ts'
import { downloadTable } from '../trial-queries.ts'
import { nameOf } from '../workspace/trait-names.ts'
import type { Workspace } from '../workspace/workspace.ts'

type GenotypeWorkbookProps = { workspace: Workspace; choice: Choice; fileName: string }

/** The chosen trait on all dates as a workbook, its genotypes compared as on the screen. */
export function GenotypeWorkbook({ workspace, choice, fileName }: GenotypeWorkbookProps) {
  const { trial, measurement, trait, stat, scope } = workspace
  const of = measurement ? { measurementId: measurement.measurementId } : { trialId: trial.trialId }
  const shown = isRecorded(trait.trait) ? { trait: nameOf(trait) } : { trait: trait.trait, stat, scope }
  const load = downloadTable({ ...of, ...shown, ...textsOf(choice) }, 'xlsx')
  const download = async (signal: AbortSignal) => saveFile(await load(signal), fileName)
  const { failure, isRunning, press } = useStoppable(download, problemOf)
  const Icon = isRunning ? Square : Download
  return (
    <span className="flex flex-wrap items-center gap-y-1 text-sm">
      {failure !== undefined && (
        <span role="alert" className="mr-3 text-danger">
          The download failed. {failure}
        </span>
      )}
      <Button
        size="small"
        variant={isRunning ? 'secondary' : 'quiet'}
        aria-label={isRunning ? 'Stop the workbook' : 'Workbook of the genotypes on all dates'}
        onClick={press}
      >
        <Icon aria-hidden className="size-4" />
        {isRunning ? 'Stop' : 'Workbook'}
      </Button>
    </span>
  )
}
