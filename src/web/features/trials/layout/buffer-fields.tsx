import { FormPart } from './form-part.tsx'
import { NumberField } from './number-field.tsx'
import type { Editing } from './use-draft.ts'

/** What a buffer would leave of plots. Plots are saved whole. */
export function BufferFields({ draft: { buffer }, onChange }: Editing) {
  const set = (part: 'ends' | 'sides') => (value: number) =>
    onChange((before) => ({ ...before, buffer: { ...before.buffer, [part]: Math.max(0, value) } }), part)
  return (
    <FormPart title="Buffer">
      <NumberField label="At the ends, m" value={buffer.ends} onNumber={set('ends')} />
      <NumberField label="At the sides, m" value={buffer.sides} onNumber={set('sides')} />
      <p className="col-span-2 text-sm text-muted">
        Shown here only: plots are saved whole, and the buffer of a measurement is chosen when you measure.
      </p>
    </FormPart>
  )
}
