import type { ReactNode } from 'react'
import { type Control, Controller } from 'react-hook-form'
import { projectTypeLabel } from '#domain/users.ts'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { CategoryChoice } from './category-choice.tsx'
import type { UploadForm } from './upload-form.ts'
import { UploadGuide } from './upload-guide.tsx'

type RequestFieldsProps = {
  control: Control<UploadForm>
  projects: readonly string[]
  /** The project of an unfinished upload; shown even when it is no longer assigned. */
  ownProject: string | undefined
  /** The server has these values already. */
  fixed: boolean
  /** The field for the file. */
  children: ReactNode
}

export const RequestFields = ({ control, projects, ownProject, fixed, children }: RequestFieldsProps) => (
  <div className="flex flex-col gap-6">
    <fieldset disabled={fixed} className="contents">
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
            hint={projects.length === 0 && 'No project has been assigned to you yet. Please contact us.'}
          />
        )}
      />
    </fieldset>
    {ownProject === undefined && <UploadGuide />}
    <fieldset disabled={fixed} className="contents">
      <Controller
        control={control}
        name="description"
        render={({ field, fieldState }) => (
          <TextArea {...field} label="Description" rows={3} error={fieldState.error?.message} />
        )}
      />
    </fieldset>
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
