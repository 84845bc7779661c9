import { useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import { MiB } from '#domain/units.ts'
import type { Turns } from '#imagery/plot-names/join-names.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ChangeFileButton, FileDrop } from '#web/ui/file-drop.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'
import { problemOf } from '../messages.ts'
import { PlotsOutside } from '../plots/plots-outside.tsx'
import { type Trial, useChangePlots, usePlots } from '../trial-queries.ts'
import { outlinesOf } from '../workspace/plot-geometry.ts'
import { JoinReport } from './join-report.tsx'
import { LayoutPicture } from './layout-picture.tsx'
import { collectionWith } from './named-collection.ts'
import { TurnButtons } from './turn-buttons.tsx'
import { usePlotNames } from './use-plot-names.ts'

type NamePlotsDialogProps = { trial: Trial; version: number; onClose: () => void }
type Source = { file: File | null; text: string; key: number }

const BYTES_MAX = MiB(16)
const AS_IT_IS: Turns = { isSwapped: false, flipsRows: false, flipsColumns: false, isSerpentine: false }

/** What grows where, from a table or a map of the field. The plots with it become the newest version. */
export function NamePlotsDialog({ trial: { trialId }, version, onClose }: NamePlotsDialogProps) {
  const [source, setSource] = useState<Source>({ file: null, text: '', key: 0 })
  const [turns, setTurns] = useState(AS_IT_IS)
  const { data: plots, error: notLoaded } = usePlots(trialId, version)
  const save = useChangePlots()
  const outlines = plots && outlinesOf(plots.geojson)
  const isTooLarge = (source.file?.size ?? source.text.length) > BYTES_MAX
  const { data, error, isFetching } = usePlotNames(isTooLarge ? undefined : source, { plots: outlines?.plots, turns })
  const isGiven = source.file !== null || source.text.trim() !== ''
  const joined = isGiven && data && 'joined' in data ? data.joined : undefined
  const unread = isTooLarge ? 'This table is larger than 16 MB.' : (error ?? notLoaded)?.message
  const problem = unread ?? (isGiven && data && 'problem' in data ? data.problem : undefined)
  const give = (given: Partial<Source>) => {
    save.reset()
    setSource({ file: null, text: '', key: source.key + 1, ...given })
  }
  const saved = save.data?.data
  if (saved && saved.outsideCount > 0) return <PlotsOutside saved={saved} onClose={onClose} />
  return (
    <FormDialog
      title="Add plot names and genotypes"
      size="large"
      onClose={onClose}
      onSubmit={() =>
        plots &&
        joined &&
        save.mutate(
          { trialId, version, change: (geojson) => collectionWith(geojson, joined.plots) },
          {
            onSuccess: ({ data: { outsideCount }, message }) => {
              if (outsideCount > 0) return
              toast.success(message)
              onClose()
            },
          },
        )
      }
      submitLabel="Save plots"
      submitDisabled={!joined || joined.matched === 0 || isFetching || problem !== undefined}
      pending={save.isPending}
      error={save.error ? problemOf(save.error) : undefined}
    >
      <NameSource source={source} problem={problem} onGive={give} />
      {joined && outlines && problem === undefined && (
        <>
          <TurnButtons turns={turns} onTurn={setTurns} />
          <LayoutPicture outlines={outlines} plots={joined.plots} />
          <JoinReport joined={joined} count={outlines.plots.length} />
        </>
      )}
    </FormDialog>
  )
}

type NameSourceProps = { source: Source; problem: string | undefined; onGive: (given: Partial<Source>) => void }

const NameSource = ({ source: { file, text }, problem, onGive }: NameSourceProps) => (
  <>
    <TextArea
      label="Cells of a spreadsheet"
      rows={5}
      value={text}
      hint="Paste a table with a heading (plot_id, or row and column, and genotype, rep, block, entry), or a map of the field with an id or a genotype in each cell."
      onChange={({ target }) => onGive({ text: target.value })}
    />
    <FileDrop
      label="Or a file"
      hint="CSV, TSV or XLSX; its first sheet is read"
      error={undefined}
      chosen={
        file && (
          <p className="flex items-center justify-between gap-3 rounded-md border border-line p-3 text-sm">
            <span className="min-w-0 wrap-anywhere">{displayName(file.name)}</span>
            <ChangeFileButton name={displayName(file.name)} />
          </p>
        )
      }
      onFiles={([chosen]) => chosen && onGive({ file: chosen })}
    />
    {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
  </>
)
