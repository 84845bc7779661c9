// What counts as plants, and how much of a plot: as it was measured, or as someone tries it.
import { USUAL_THRESHOLDS } from '#domain/trials.ts'
import { isPreviewMethod, type PreviewSettings } from '#imagery/traits/measure/preview-cover.ts'
import type { Measurement } from '../workspace/workspace.ts'

type Method = PreviewSettings['method']
export type PlantSettings = { method: Method; threshold: number; bufferMetres: number }

/** Those of a measurement, as far as a preview knows them: of Otsu, the season's threshold. */
export function settingsOf({ mask, bufferMetres }: Pick<Measurement, 'mask' | 'bufferMetres'>): PlantSettings {
  const method = isPreviewMethod(mask.method) ? mask.method : 'exg'
  return { method, threshold: mask.threshold ?? USUAL_THRESHOLDS[method], bufferMetres }
}

/** Those of the address; what it does not say is as it was measured. */
export function settingsIn(view: URLSearchParams, measured: PlantSettings): PlantSettings {
  const asked = view.get('plants')
  const method = isPreviewMethod(asked) ? asked : measured.method
  const usual = method === measured.method ? measured.threshold : USUAL_THRESHOLDS[method]
  return {
    method,
    threshold: numberIn(view.get('threshold')) ?? usual,
    bufferMetres: Math.max(0, numberIn(view.get('buffer')) ?? measured.bufferMetres),
  }
}

function numberIn(text: string | null): number | null {
  const number = text === null || text === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : null
}
