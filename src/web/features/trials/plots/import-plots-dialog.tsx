import { useState } from 'react'
import type { BodyIn } from '#contract/api.ts'
import { displayName } from '#domain/display-names.ts'
import { MiB } from '#domain/units.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ChangeFileButton, FileDrop } from '#web/ui/form/file-drop.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useNewer } from '../newer/newer-in.ts'
import { SaveDialog } from '../newer/save-dialog.tsx'
import { type Trial, useSavePlots } from '../trial-queries.ts'
import { type Choices, epsgIn, PlotFileChoices, type PlotFileChoicesProps } from './plot-file-choices.tsx'
import { PlotFilePreview } from './plot-file-preview.tsx'
import { needsWord, PlotsOutside } from './plots-outside.tsx'
import { usePlotFile } from './use-plot-file.ts'

type ImportPlotsDialogProps = { trial: Trial; onClose: () => void }

const BYTES_MAX = MiB(64)
const AS_THE_FILE_SAYS: Choices = { layer: null, isSwapped: null, roles: {}, dayOrder: undefined, epsg: null }

/** Plots of a file become the newest version. */
export function ImportPlotsDialog({ trial, onClose }: ImportPlotsDialogProps) {
  const [chosen, setChosen] = useState<{ file: File; key: number }>()
  const [choices, setChoices] = useState(AS_THE_FILE_SAYS)
  const save = useSavePlots()
  const { seen, newer } = useNewer(trial.plotVersions[0]?.version ?? 0, save.error)
  const isTooLarge = chosen !== undefined && chosen.file.size > BYTES_MAX
  const { data, error, isFetching } = usePlotFile(isTooLarge ? undefined : chosen, {
    ...choices,
    epsg: epsgIn(choices.epsg ?? ''),
    maps: trial.flights.flatMap(({ orthomosaic: { bounds } }) => (bounds ? [bounds] : [])),
  })
  const shown = chosen && data && 'output' in data ? data.output : undefined
  const reason = isTooLarge ? 'This file is larger than 64 MB. Leave out what is no plot.' : error?.message
  const problem = reason ?? (chosen && data && 'problem' in data ? data.problem : undefined)
  const geojson = shown?.geojson
  const isStale = choices.epsg !== null && epsgIn(choices.epsg) === null && choices.epsg.trim() !== ''
  const saved = save.data?.data
  if (saved && needsWord(saved)) return <PlotsOutside saved={saved} onClose={onClose} />
  return (
    <SaveDialog
      title="Import plots"
      size="large"
      onClose={onClose}
      onSubmit={() =>
        geojson &&
        save.mutate(
          {
            trialId: trial.trialId,
            geojson: geojson satisfies BodyIn<'savePlots'>['geojson'],
            seen: newer?.version ?? seen,
          },
          {
            onSuccess: (reply) => {
              if (needsWord(reply.data)) return
              toast.success(reply.message)
              onClose()
            },
          },
        )
      }
      submitLabel="Save plots"
      submitDisabled={!geojson || isFetching || isStale || problem !== undefined}
      saving={save}
    >
      <FileDrop
        label="File with the plots"
        hint="GeoJSON, GeoPackage, KML or KMZ, also in a ZIP archive, or a shapefile in one; in any coordinate system, at most 64 MB"
        error={problem}
        chosen={
          chosen && (
            <p className="flex items-center justify-between gap-3 rounded-md border border-line p-3 text-sm">
              <span className="min-w-0 wrap-anywhere">{displayName(chosen.file.name)}</span>
              {isFetching && <Spinner className="size-4" />}
              <ChangeFileButton name={displayName(chosen.file.name)} />
            </p>
          )
        }
        onFiles={([file]) => {
          if (!file) return
          save.reset()
          setChoices(AS_THE_FILE_SAYS)
          setChosen({ file, key: (chosen?.key ?? 0) + 1 })
        }}
      />
      {shown && problem === undefined && (
        <Shown
          shown={shown}
          choices={choices}
          onChoose={(change) => {
            save.reset()
            setChoices({ ...choices, ...change })
          }}
        />
      )}
    </SaveDialog>
  )
}

const Shown = (props: PlotFileChoicesProps) => (
  <>
    {props.shown.problem !== null && (
      <Alert tone="danger" title="These plots can't be saved yet">
        {props.shown.problem}
      </Alert>
    )}
    {props.shown.notes.length > 0 && (
      <Alert tone="warning" title="Check this before you save">
        <ul className="flex list-disc flex-col gap-1 pl-4 wrap-anywhere">
          {props.shown.notes.map((note) => (
            <li key={note}>{displayName(note)}</li>
          ))}
        </ul>
      </Alert>
    )}
    <PlotFileChoices {...props} />
    <PlotFilePreview shown={props.shown} />
  </>
)
