type Size = { width: number; height: number; avif: readonly number[]; webp: number; upright?: readonly number[] }

const hero = { width: 1760, height: 880, avif: [720, 1280, 1760], webp: 1280, upright: [480, 720, 1080] } satisfies Size
const landscape = { width: 1280, height: 800, avif: [640, 1280], webp: 960, upright: [480, 720, 1080] } satisfies Size
const figure = { width: 960, height: 720, avif: [480, 720, 960], webp: 720 } satisfies Size

/** Whole screens of a trial; phones show how it looks on a phone. */
const bench = { width: 1600, height: 1000, avif: [640, 960, 1600], webp: 960, upright: [375, 750] } satisfies Size

/** The pictures in src/web/public/pictures, with the widths that tools/pictures.mjs writes. */
export const pictures = {
  'field-photo': hero,
  'field-index': hero,
  'satellite-photo': landscape,
  'satellite-index': landscape,
  orthomosaic: figure,
  elevation: figure,
  'plant-features': figure,
  'heat-map': figure,
  model: figure,
  frames: { ...figure, height: 554 },
  'ground-target': figure,
  skies: figure,
  'bench-wheat': bench,
  'bench-maize': bench,
  'bench-potatoes': bench,
  'bench-vines': bench,
} satisfies Record<string, Size>

export type PictureName = keyof typeof pictures

export const sizesOf = (name: PictureName): Size => pictures[name]
