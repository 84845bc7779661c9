import type { RunItem } from '#contract/processing.ts'

export type Figure = { label: string; value: string | null }

/** What an engine measured of its own work, always in the same order; what it doesn't know is null. */
export function qualityFigures(quality: RunItem['quality']): Figure[] {
  const { usedPhotos, photos, focalRatio, refusedShare } = quality ?? {}
  return [
    { label: 'Registered photos', value: usedPhotos == null ? null : `${usedPhotos} of ${photos}` },
    { label: 'Reprojection error', value: figure(quality?.reprojectionPixels, 2, 'px') },
    { label: 'GPS fit, horizontal', value: figure(quality?.gpsHorizontalMetres, 2, 'm') },
    { label: 'GPS fit, vertical', value: figure(quality?.gpsVerticalMetres, 2, 'm') },
    { label: 'Ground tilt', value: figure(quality?.groundTiltDegrees, 1, '°') },
    { label: 'Focal length, found to stated', value: figure(focalRatio, 3) },
    { label: 'GSD', value: figure(quality?.gsdCm, 2, 'cm') },
    { label: 'Area', value: figure(quality?.areaHectares, 2, 'ha') },
    { label: 'Surface without height', value: figure(refusedShare == null ? null : refusedShare * 100, 0, '%') },
  ]
}

function figure(value: number | null | undefined, digits: number, unit?: string): string | null {
  if (value == null) return null
  return [value.toFixed(digits), unit].filter(Boolean).join(unit === '°' ? '' : ' ')
}
