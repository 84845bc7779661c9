import { useEffect, useState } from 'react'
import { projectTypeLabel } from '#domain/users.ts'
import { Alert } from '#web/ui/alert.tsx'
import { FileDrop } from '#web/ui/form/file-drop.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { messages } from '../messages.ts'
import { QueuedFiles } from '../queued-files.tsx'
import { ChosenMap } from './chosen-map.tsx'
import { useAddMaps } from './use-add-maps.ts'

type AddMapsDialogProps = {
  /** The customer's projects. */
  projects: readonly string[]
  /** The one that is shown now. */
  project?: string | undefined
  /** An archive that was chosen elsewhere. */
  archive?: File | undefined
  onClose: () => void
  onUploaded: () => void
}

/** Adds finished maps to a project. */
export function AddMapsDialog({ projects, project, archive, onClose, onUploaded }: AddMapsDialogProps) {
  const only = projects.length === 1 ? projects[0] : undefined
  const form = useAddMaps({ project: project ?? only ?? '', archive, onUploaded })
  const { task, files, running, isDone } = form
  const [isAsking, setIsAsking] = useState(false)
  useEffect(() => {
    if (isDone) onClose()
  }, [isDone, onClose])
  return (
    <FormDialog
      title="Add maps"
      size="large"
      hasChosenFiles={files.length > 0 && task.details() === undefined}
      submitLabel="Add"
      pending={running}
      pendingLabel="Uploading..."
      onSubmit={() => form.send()}
      onCancel={() => (running ? setIsAsking(true) : onClose())}
      onClose={onClose}
    >
      <Select
        label="Project Name"
        placeholder={projects.length > 0 ? 'Choose a project' : 'No project yet'}
        options={projects.map((value) => ({ value, label: projectTypeLabel(value) }))}
        value={form.projectType}
        error={form.faults.project}
        disabled={running}
        onChange={({ target }) => form.setProjectType(target.value)}
        hint={projects.length === 0 && 'No project has been assigned to you yet. Please contact us.'}
      />
      <ChooseMaps form={form} />
      {running && <p className="text-sm text-muted">{messages.mayClose}</p>}
      {isAsking && running && (
        <ConfirmDialog
          title="Cancel this upload?"
          confirmLabel="Cancel upload"
          keepLabel="Keep uploading"
          onConfirm={() => {
            void task.cancelUpload()
            onClose()
          }}
          onKeep={() => setIsAsking(false)}
        >
          <p>Files that have arrived stay in the project. What has not arrived is deleted.</p>
        </ConfirmDialog>
      )}
    </FormDialog>
  )
}

function ChooseMaps({ form }: { form: ReturnType<typeof useAddMaps> }) {
  const { task, running, looks, unpacking } = form
  const isUnpacking = unpacking !== null && 'fraction' in unpacking
  return (
    <>
      <FileDrop
        multiple
        label="Maps"
        disabled={running || isUnpacking}
        error={form.faults.files}
        hint="Finished orthomosaics and elevation models as GeoTIFF files, each alone or together in a ZIP archive"
        onFiles={form.add}
      />
      {isUnpacking && (
        <div>
          <p className="mb-1 text-sm text-muted">Taking the maps out of the archive…</p>
          <ProgressBar label="Maps taken out of the archive" percent={100 * unpacking.fraction} />
        </div>
      )}
      {unpacking && 'problem' in unpacking && <Alert tone="danger">{unpacking.problem}</Alert>}
      <QueuedFiles
        task={task}
        whenFailed="The other files are there. Choose Add again to send only what is missing."
        onRetry={form.send}
        renderBelow={({ key, file, upload }) => (
          <ChosenMap
            file={file}
            look={looks.get(key)}
            takenOn={form.dateOf(file)}
            onTakenOn={upload.state === 'ready' && !running ? (date) => form.setDate(file, date) : undefined}
          />
        )}
      />
    </>
  )
}
