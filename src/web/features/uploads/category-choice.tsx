import { useId } from 'react'
import { isReportCategory, REPORT_CATEGORIES, REPORT_CATEGORY_IDS } from '#domain/analyses.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { FieldError } from '#web/ui/form/field.tsx'
import { UnknownValue } from '#web/ui/list/unknown-value.tsx'

type CategoryChoiceProps = {
  value: readonly string[]
  error: string | undefined
  onChange: (categories: string[]) => void
}

export function CategoryChoice({ value, error, onChange }: CategoryChoiceProps) {
  const errorId = useId()
  const offered = [...new Set<string>([...REPORT_CATEGORY_IDS, ...value])]
  return (
    <fieldset aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="mb-1 text-sm font-medium">What would you like to generate from the images?</legend>
      <div className="gap-x-5 md:grid md:grid-cols-2">
        {offered.map((id) => (
          <Checkbox
            key={id}
            label={isReportCategory(id) ? REPORT_CATEGORIES[id] : <UnknownValue>{id}</UnknownValue>}
            checked={value.includes(id)}
            aria-invalid={error === undefined ? undefined : true}
            onChange={(event) =>
              onChange(event.target.checked ? [...value, id] : value.filter((category) => category !== id))
            }
          />
        ))}
      </div>
      {error !== undefined && <FieldError id={errorId} message={error} />}
    </fieldset>
  )
}
