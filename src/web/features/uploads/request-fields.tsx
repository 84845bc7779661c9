import type { ReactNode } from 'react'
import { type Control, Controller } from 'react-hook-form'
import { projectTypeLabel } from '#domain/users.ts'
import { Select } from '#web/ui/form/select.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { CategoryChoice } from './category-choice.tsx'
import type { UploadForm } from './upload-form.ts'

type RequestFieldsProps = {
  control: Control<UploadForm>
  projects: readonly string[]
  /** The project of an unfinished upload, or of a request; shown even when it is no longer assigned. */
  ownProject: string | undefined
  /** It is prepared already, so that the guide makes room for the outputs. */
  isFileChosen: boolean
  /** The server has these values already. */
  fixed: boolean
  /** The field for the file. */
  children: ReactNode
}

export const RequestFields = ({ control, projects, ownProject, isFileChosen, fixed, children }: RequestFieldsProps) => (
  <div className="flex flex-col gap-5">
    <fieldset disabled={fixed} className="grid min-w-0 items-start gap-5 md:grid-cols-2">
      <Controller
        control={control}
        name="projectType"
        render={({ field, fieldState }) => (
          <Select
            {...field}
            label="Project Name"
            placeholder={projects.length > 0 ? 'Choose a project' : 'No project yet'}
            options={optionsOf(projects, ownProject)}
            error={fieldState.error?.message}
            disabled={ownProject !== undefined}
            hint={projects.length === 0 && 'No project has been assigned to you yet. Please contact us.'}
          />
        )}
      />
      <Controller
        control={control}
        name="description"
        render={({ field, fieldState }) => (
          <TextArea {...field} label="Description" rows={2} error={fieldState.error?.message} />
        )}
      />
    </fieldset>
    {ownProject === undefined && !isFileChosen && <UploadGuide />}
    {children}
    <fieldset disabled={fixed} className="contents">
      <Controller
        control={control}
        name="reportCategories"
        render={({ field, fieldState }) => (
          <CategoryChoice value={field.value} error={fieldState.error?.message} onChange={field.onChange} />
        )}
      />
    </fieldset>
  </div>
)

const optionsOf = (projects: readonly string[], own: string | undefined) =>
  [...new Set([...projects, ...(own === undefined ? [] : [own])])].map((project) => ({
    value: project,
    label: projectTypeLabel(project),
  }))

const STEPS = [
  'Put all raw images in one folder.',
  'Include the Excel or CSV file of the ground control points (GCP), if there is one.',
  'Compress the folder into one archive.',
  'Upload the archive here.',
]

const UploadGuide = () => (
  <ol aria-label="How to prepare the upload" className="grid gap-x-5 gap-y-2 text-sm sm:grid-cols-4">
    {STEPS.map((step, index) => (
      <li key={step} className="flex gap-3 border-t-2 border-ramp-4 pt-2 sm:flex-col sm:gap-1">
        <span
          aria-hidden
          className="w-4 shrink-0 font-display text-lg/5 font-semibold text-action sm:w-auto sm:text-2xl/7"
        >
          {index + 1}
        </span>
        <span className="text-muted">{step}</span>
      </li>
    ))}
  </ol>
)
