import { type LaidOutPlot, sizesOf } from '#imagery/plots/layout.ts'
import type { Draft } from './draft.ts'
import { FormPart } from './form-part.tsx'
import { NumberField } from './number-field.tsx'
import type { ChangeDraft } from './use-draft.ts'

type BufferFieldsProps = { draft: Draft; plots: readonly LaidOutPlot[]; onChange: ChangeDraft }

/** What a buffer would leave of plots. Plots are saved whole. */
export function BufferFields({ draft: { buffer }, plots, onChange }: BufferFieldsProps) {
  const set = (part: 'ends' | 'sides') => (value: number) =>
    onChange((before) => ({ ...before, buffer: { ...before.buffer, [part]: Math.max(0, value) } }), part)
  return (
    <FormPart title="Buffer">
      <NumberField label="At the ends, m" value={buffer.ends} onNumber={set('ends')} />
      <NumberField label="At the sides, m" value={buffer.sides} onNumber={set('sides')} />
      <p className="col-span-2 text-sm text-muted">
        Shown here only: plots are saved whole, and the buffer of a measurement is chosen when you measure.
      </p>
      {plots.length > 0 && <Sizes plots={plots} buffer={buffer} />}
    </FormPart>
  )
}

function Sizes({ plots, buffer }: { plots: readonly LaidOutPlot[]; buffer: Draft['buffer'] }) {
  const { width, length, area, kept } = sizesOf(plots, buffer)
  return (
    <output className="col-span-2 text-sm tabular-nums">
      <span className="font-semibold">
        {plots.length.toLocaleString('en')} {plots.length === 1 ? 'plot' : 'plots'} of {length.toFixed(2)} ×{' '}
        {width.toFixed(2)} m
      </span>
      , {area.toFixed(2)} m² each; {kept.toFixed(2)} m² ({((100 * kept) / area).toFixed(0)} %) without the buffer
    </output>
  )
}
