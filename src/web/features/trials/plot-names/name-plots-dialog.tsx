import { useMemo, useState } from 'react'
import type { Turns } from '#imagery/plot-names/join-names.ts'
import type { NamesChoices } from '#imagery/plot-names/read-names.ts'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { problemOf } from '../messages.ts'
import { newerIn } from '../newer/newer-in.ts'
import { NewerNote } from '../newer/newer-note.tsx'
import { PlotsOutside } from '../plots/plots-outside.tsx'
import { NO_TABLE, type Source, TableSource } from '../table-columns/table-source.tsx'
import { type Trial, useChangePlots, usePlots } from '../trial-queries.ts'
import { outlinesOf } from '../workspace/plot-geometry.ts'
import { JoinReport } from './join-report.tsx'
import { LayoutPicture } from './layout-picture.tsx'
import { collectionWith } from './named-collection.ts'
import { NamesColumns } from './names-columns.tsx'
import { TurnButtons } from './turn-buttons.tsx'
import { usePlotNames } from './use-plot-names.ts'

type NamePlotsDialogProps = { trial: Trial; version: number; onClose: () => void }

const AS_IT_IS: Turns = { isSwapped: false, flipsRows: false, flipsColumns: false, isSerpentine: false }

/** What grows where, from a table or a map of the field. The plots with it become the newest version. */
export function NamePlotsDialog({ trial: { trialId }, version, onClose }: NamePlotsDialogProps) {
  const [source, setSource] = useState(NO_TABLE)
  const [turns, setTurns] = useState(AS_IT_IS)
  const [choices, setChoices] = useState<NamesChoices>({})
  const { data: plots, error: notLoaded } = usePlots(trialId, version)
  const save = useChangePlots()
  const newer = newerIn(save.error)
  const outlines = useMemo(() => plots && outlinesOf(plots.geojson), [plots])
  const { table, found: joined, isFetching, ...read } = usePlotNames(source, outlines, { turns, choices })
  const problem = read.problem ?? notLoaded?.message
  const give = (given: Source) => {
    save.reset()
    setChoices({})
    setSource(given)
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
          {
            trialId,
            version,
            seen: newer?.version,
            change: (geojson) => collectionWith(geojson, joined.plots),
            keepsLayout: joined.plots.every(({ plotId }, at) => plotId === outlines?.[at]?.plotId),
          },
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
      error={save.error && !newer ? problemOf(save.error) : undefined}
    >
      {newer && <NewerNote newer={newer} />}
      <TableSource
        source={source}
        problem={problem}
        hint="Paste a table with a heading (plot_id, or row and column, and genotype, rep, block, entry), or a map of the field with an id or a genotype in each cell."
        onGive={give}
      />
      {table && (
        <NamesColumns
          table={table}
          choices={choices}
          onChoose={(change) => {
            save.reset()
            setChoices({ ...choices, ...change })
          }}
        />
      )}
      {joined && outlines && (
        <>
          <TurnButtons turns={turns} onTurn={setTurns} />
          <LayoutPicture outlines={outlines} plots={joined.plots} />
          <JoinReport joined={joined} count={outlines.length} />
        </>
      )}
    </FormDialog>
  )
}
