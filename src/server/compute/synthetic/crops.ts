// Trials that are not there: how their plots lie, and how their crops look and grow.

type Colour = readonly [red: number, green: number, blue: number]

export type Crop = {
  /** Where the lower left corner of the field lies, in metres of this coordinate system. */
  epsg: number
  corner: readonly [east: number, north: number]
  /** Of the ground there, in metres. */
  elevation: number
  /** Of replicates side by side, each of so many columns. */
  columns: number
  ranges: number
  replicateColumns: number
  checks: number
  /**
   * One for each replicate. None has a common divisor with the number of entries, so that a replicate has each of them once, in an
   * order of its own.
   */
  steps: readonly number[]
  /** Before the number of a genotype. */
  names: string
  /** In metres. */
  plot: { width: number; length: number }
  pitch: { x: number; y: number }
  margin: number
  rows: number
  /** Between plants of a row, in metres; null where they stand too close to be seen one by one. */
  plants: number | null
  /** The most that a row grows to each side, in metres, and by how much genotypes differ in it. */
  reach: { least: number; spread: number }
  /** In metres. */
  height: { least: number; spread: number }
  /** Days after planting on which half of the canopy is there, and in how many it grows from a quarter to three quarters. */
  growth: { half: number; days: number }
  /** Days after planting on which plants are half ripe, by how much genotypes differ, and how long it takes. */
  ripening: { earliest: number; spread: number; days: number }
  colours: { soil: Colour; leaf: Colour; pale: Colour; ripe: Colour }
  /** How plants look that are seen one by one: their leaves stand out, or they stretch along their row. */
  habit?: 'leaves' | 'trellis'
  /** Height of ridges in metres; rows stand on them. */
  ridge?: number
  /** Grass grows between rows, also where there are no plots. */
  hasGrass?: boolean
}

const SOYBEAN: Crop = {
  // Near Lamberton, Minnesota.
  epsg: 32_615,
  corner: [303_100, 4_902_300],
  elevation: 351,
  columns: 12,
  ranges: 4,
  replicateColumns: 4,
  checks: 2,
  steps: [1, 5, 11],
  names: 'SF-',
  plot: { width: 1.2, length: 4 },
  pitch: { x: 1.5, y: 5 },
  margin: 2,
  rows: 3,
  plants: null,
  reach: { least: 0.12, spread: 0.075 },
  height: { least: 0.55, spread: 0.4 },
  growth: { half: 40, days: 8 },
  ripening: { earliest: 96, spread: 22, days: 4 },
  colours: { soil: [158, 130, 102], leaf: [66, 124, 44], pale: [112, 148, 62], ripe: [178, 146, 94] },
}

const WHEAT: Crop = {
  // Near Hohenheim, Germany.
  epsg: 32_632,
  corner: [515_400, 5_394_700],
  elevation: 402,
  columns: 15,
  ranges: 4,
  replicateColumns: 5,
  checks: 2,
  steps: [1, 7, 11],
  names: 'W-',
  plot: { width: 1.25, length: 5 },
  pitch: { x: 1.5, y: 6.5 },
  margin: 2,
  rows: 8,
  plants: null,
  reach: { least: 0.03, spread: 0.035 },
  height: { least: 0.7, spread: 0.35 },
  growth: { half: 175, days: 14 },
  ripening: { earliest: 262, spread: 16, days: 5 },
  colours: { soil: [126, 104, 84], leaf: [58, 112, 58], pale: [98, 142, 92], ripe: [206, 174, 104] },
}

const MAIZE: Crop = {
  // Near Wageningen, the Netherlands.
  epsg: 32_631,
  corner: [681_200, 5_761_300],
  elevation: 8,
  columns: 8,
  ranges: 4,
  replicateColumns: 4,
  checks: 2,
  steps: [1, 5],
  names: 'M-',
  plot: { width: 3, length: 5 },
  pitch: { x: 3.2, y: 6.4 },
  margin: 2,
  rows: 4,
  plants: 0.24,
  reach: { least: 0.36, spread: 0.14 },
  height: { least: 1.9, spread: 0.7 },
  growth: { half: 48, days: 8 },
  ripening: { earliest: 128, spread: 16, days: 6 },
  colours: { soil: [150, 124, 92], leaf: [72, 136, 40], pale: [128, 168, 62], ripe: [196, 170, 98] },
  habit: 'leaves',
}

const POTATOES: Crop = {
  // Near Braunschweig, Germany.
  epsg: 32_632,
  corner: [601_700, 5_792_200],
  elevation: 78,
  columns: 9,
  ranges: 4,
  replicateColumns: 3,
  checks: 1,
  steps: [1, 5, 7],
  names: 'P-',
  plot: { width: 3, length: 4.6 },
  pitch: { x: 3, y: 5.8 },
  margin: 2.2,
  rows: 4,
  plants: 0.33,
  reach: { least: 0.26, spread: 0.14 },
  height: { least: 0.45, spread: 0.25 },
  growth: { half: 44, days: 6 },
  ripening: { earliest: 92, spread: 26, days: 6 },
  colours: { soil: [134, 108, 80], leaf: [48, 98, 46], pale: [84, 132, 58], ripe: [150, 128, 72] },
  ridge: 0.2,
}

const VINES: Crop = {
  // Near Geisenheim, Germany.
  epsg: 32_632,
  corner: [425_900, 5_537_600],
  elevation: 118,
  columns: 10,
  ranges: 4,
  replicateColumns: 2,
  checks: 1,
  steps: [1, 3, 5, 7, 1],
  names: 'Clone ',
  plot: { width: 1.1, length: 6 },
  pitch: { x: 2.2, y: 6.6 },
  margin: 2.4,
  rows: 1,
  plants: 1.1,
  reach: { least: 0.34, spread: 0.2 },
  height: { least: 1.5, spread: 0.5 },
  growth: { half: 32, days: 8 },
  ripening: { earliest: 170, spread: 20, days: 7 },
  colours: { soil: [162, 136, 106], leaf: [64, 118, 44], pale: [110, 148, 56], ripe: [188, 150, 62] },
  habit: 'trellis',
  hasGrass: true,
}

export const CROPS = { soybean: SOYBEAN, wheat: WHEAT, maize: MAIZE, potatoes: POTATOES, vines: VINES } as const
export type CropName = keyof typeof CROPS

/** Of the field with its plots, in metres. */
export const sizeOfField = ({ columns, ranges, pitch, margin }: Crop) => ({
  width: columns * pitch.x + 2 * margin,
  height: ranges * pitch.y + 2 * margin,
})
