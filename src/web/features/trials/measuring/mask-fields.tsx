import { MASK_METHODS, type MaskMethod, USUAL_THRESHOLDS, WITH_THRESHOLD } from '#domain/trials.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { MASK_NAMES } from '../messages.ts'
import type { Trial } from '../trial-queries.ts'
import { masksNotOffered, whyNotOffered } from './masks-offered.ts'

export type TypedMask = { method: MaskMethod; threshold: string; isCleaned: boolean }

type MaskFieldsProps = {
  flights: Trial['flights']
  mask: TypedMask
  problems: { method: string | undefined; threshold: string | undefined }
  onChange: (mask: TypedMask) => void
}

/** What counts as plants. */
export function MaskFields({ flights, mask, problems, onChange }: MaskFieldsProps) {
  const notOffered = masksNotOffered(flights)
  const { method } = mask
  return (
    <>
      <Select
        label="Plants are"
        value={method}
        error={problems.method}
        options={MASK_METHODS.map((value) => ({
          value,
          label: MASK_NAMES[value],
          disabled: notOffered.has(value) && value !== method,
        }))}
        onChange={({ target }) =>
          onChange({ ...mask, method: MASK_METHODS.find((one) => one === target.value) ?? 'exg', threshold: '' })
        }
      />
      {method !== 'none' && WITH_THRESHOLD.includes(method) && (
        <TextField
          label="Threshold"
          inputMode="decimal"
          placeholder={String(USUAL_THRESHOLDS[method])}
          value={mask.threshold}
          error={problems.threshold}
          onChange={({ target }) => onChange({ ...mask, threshold: target.value })}
        />
      )}
    </>
  )
}

type MaskNotesProps = Omit<MaskFieldsProps, 'problems'>

/** Cleaning, and which masks the maps don't allow. */
export function MaskNotes({ flights, mask, onChange }: MaskNotesProps) {
  const reasons = whyNotOffered(flights)
  return (
    <div className="flex flex-col gap-1 text-sm text-muted sm:col-span-full">
      {mask.method !== 'none' && (
        <Checkbox
          className="w-fit text-ink"
          label="Leave out single pixels and glare"
          checked={mask.isCleaned}
          onChange={({ target }) => onChange({ ...mask, isCleaned: target.checked })}
        />
      )}
      {mask.isCleaned && mask.method !== 'none' && (
        <p>
          A plant then has at least two neighbours that are plants, and no band above 245 of 255. No warning says
          whether cover depends on the threshold. Heights are measured without this.
        </p>
      )}
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </div>
  )
}
