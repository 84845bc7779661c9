// What the engine makes, and what each file is for: said in the file, in lists and on maps.
import { CAMERA_FILE } from '#imagery/plot-photos/camera-file.ts'
import type { ProductKind } from '../engine.ts'
import type { MadeSurface } from './preview-files.ts'

export type PreviewProduct = { fileName: string; kind: ProductKind; purpose: string }

export const ORTHOMOSAIC: PreviewProduct = {
  fileName: 'orthomosaic.tif',
  kind: 'orthomosaic',
  purpose: 'The field from above, of blended photos: to look at.',
}
export const UNBLENDED: PreviewProduct = {
  fileName: 'orthomosaic-unblended.tif',
  kind: 'orthomosaic',
  purpose: 'Each pixel is of one photo, its colours as taken: for indices and plot values.',
}
export const GROUND: PreviewProduct = {
  fileName: 'elevation.tif',
  kind: 'elevation',
  purpose: 'The shape of the ground, roughly. Not for heights of plants.',
}
export const SURFACE: PreviewProduct = {
  fileName: 'elevation.tif',
  kind: 'elevation',
  purpose: 'Heights with plants: the elevation of a flight.',
}
export const CONFIDENCE: PreviewProduct = {
  fileName: 'confidence.tif',
  kind: 'confidence',
  purpose: 'Where the surface has no height or a doubtful one, and why.',
}

/** Of a surface: the one that is measured has the usual name. */
export const TRUE_ORTHOMOSAIC: PreviewProduct = {
  fileName: 'orthomosaic.tif',
  kind: 'orthomosaic',
  purpose:
    'Seen straight down past what stands there, each pixel of one photo, its colours as taken: for indices and plot values.',
}
export const PICTURE: PreviewProduct = {
  fileName: 'orthomosaic-picture.tif',
  kind: 'orthomosaic',
  purpose: 'The same with photos of even brightness: to look at.',
}

export const TERRAIN: PreviewProduct = {
  fileName: 'terrain.tif',
  kind: 'terrain',
  purpose: 'The ground below plants and roofs, continued from soil that is seen: the bare ground of a trial.',
}
export const HILLSHADE: PreviewProduct = {
  fileName: 'hillshade.tif',
  kind: 'other',
  purpose: 'The shape of the surface in the light of several lamps: to look at.',
}
const TIE_POINTS: PreviewProduct = {
  fileName: 'points.laz',
  kind: 'points',
  purpose: 'Points that photos have in common: to look at.',
}
const SURFACE_POINTS: PreviewProduct = {
  fileName: 'points.laz',
  kind: 'points',
  purpose: 'The surface as points in their colours, for other programs.',
}

export const productsOf = (surface: MadeSurface | null): readonly PreviewProduct[] => [
  ...(surface ? [TRUE_ORTHOMOSAIC, PICTURE] : [ORTHOMOSAIC, UNBLENDED]),
  ...(surface ? [SURFACE, CONFIDENCE, ...(surface.terrain.grid ? [TERRAIN] : []), HILLSHADE] : [GROUND]),
  { fileName: 'model.glb', kind: 'model', purpose: 'The field in 3D: to look at, not to measure.' },
  surface ? SURFACE_POINTS : TIE_POINTS,
  {
    fileName: CAMERA_FILE,
    kind: 'cameras',
    purpose: 'Where each photo was taken and how it looks at the ground, to find what it shows of a plot.',
  },
  { fileName: 'quality.txt', kind: 'report', purpose: 'How exact these maps are, and what they are good for.' },
  { fileName: 'quality.json', kind: 'other', purpose: 'The same, for programs.' },
]
