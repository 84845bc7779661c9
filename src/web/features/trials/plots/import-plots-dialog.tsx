import { useState } from 'react'
import type { BodyIn } from '#contract/api.ts'
import { displayName } from '#domain/display-names.ts'
import { MiB } from '#domain/units.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ChangeFileButton, FileDrop } from '#web/ui/file-drop.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.ts'
import { problemOf } from '../messages.ts'
import { useSavePlots } from '../trial-queries.ts'

type ImportPlotsDialogProps = { trialId: string; onClose: () => void }
type GeoJson = BodyIn<'savePlots'>['geojson']
type Chosen = { name: string; geojson: GeoJson; properties: string[] }

const BYTES_MAX = MiB(11)

/** Plots of a file become the newest version. */
export function ImportPlotsDialog({ trialId, onClose }: ImportPlotsDialogProps) {
  const [chosen, setChosen] = useState<Chosen>()
  const [problem, setProblem] = useState<string>()
  const [plotIdProperty, setPlotIdProperty] = useState('')
  const save = useSavePlots()
  const read = async ([file]: File[]) => {
    if (!file) return
    setPlotIdProperty('')
    const { geojson, reason } = await readGeoJson(file)
    setProblem(reason)
    setChosen(geojson && { name: file.name, geojson, properties: propertiesOf(geojson) })
  }
  const saved = save.data?.data
  if (saved && saved.outsideCount > 0)
    return (
      <Dialog title="Plots saved" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
        <Alert tone="warning" title={`${saved.outsideCount} of ${saved.plots} plots lie outside the maps`}>
          {saved.outside.slice(0, 20).map(displayName).join(', ')}
          {saved.outsideCount > 20 && ' …'}. They have no values until a flight covers them.
        </Alert>
      </Dialog>
    )
  return (
    <FormDialog
      title="Import plots"
      onClose={onClose}
      onSubmit={() =>
        chosen &&
        save.mutate(
          { trialId, geojson: chosen.geojson, ...(plotIdProperty && { plotIdProperty }) },
          {
            onSuccess: ({ data, message }) => {
              if (data.outsideCount > 0) return
              toast.success(message)
              onClose()
            },
          },
        )
      }
      submitLabel="Save plots"
      submitDisabled={!chosen}
      pending={save.isPending}
      error={save.error ? problemOf(save.error) : undefined}
    >
      <FileDrop
        label="GeoJSON file"
        hint="Polygons in WGS84 or in the coordinate system that the file names, at most 11 MB"
        error={problem}
        chosen={
          chosen && (
            <p className="flex items-center justify-between gap-3 rounded-md border border-line p-3 text-sm">
              <span className="min-w-0 wrap-anywhere">{displayName(chosen.name)}</span>
              <ChangeFileButton name={displayName(chosen.name)} />
            </p>
          )
        }
        onFiles={(files) => void read(files)}
      />
      {chosen && (
        <Select
          label="Property that names a plot"
          value={plotIdProperty}
          options={[
            { value: '', label: 'By its usual names, such as plot_id' },
            ...chosen.properties.map((value) => ({ value, label: displayName(value) })),
          ]}
          onChange={({ target }) => setPlotIdProperty(target.value)}
          hint="Row, column, replicate, block, entry, genotype and treatment are read by their usual names, too."
        />
      )}
    </FormDialog>
  )
}

const NOT_GEOJSON = 'This is no GeoJSON with features. Save the plots as GeoJSON, and choose that file.'

async function readGeoJson(file: File): Promise<{ geojson?: GeoJson; reason?: string }> {
  if (file.size > BYTES_MAX) return { reason: 'This file is larger than 11 MB. Leave out what is no plot.' }
  try {
    const geojson: unknown = JSON.parse(await file.text())
    return isCollection(geojson) ? { geojson } : { reason: NOT_GEOJSON }
  } catch {
    return { reason: NOT_GEOJSON }
  }
}

const isCollection = (value: unknown): value is GeoJson & { features: unknown[] } =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  value.type === 'FeatureCollection' &&
  'features' in value &&
  Array.isArray(value.features)

/** The names of the properties of the first plots. */
function propertiesOf(geojson: GeoJson): string[] {
  const features = isCollection(geojson) ? geojson.features.slice(0, 20) : []
  const names = features.flatMap((feature) =>
    typeof feature === 'object' && feature !== null && 'properties' in feature && feature.properties
      ? Object.keys(feature.properties)
      : [],
  )
  return [...new Set(names)].slice(0, 100)
}
