/** In the order of the standard. Values of plots are at the level of plots, means of genotypes at that of entries. */
export const LEVELS = ['field', 'entry', 'rep', 'block', 'plot'] as const

export const levelOf = (levelName: (typeof LEVELS)[number], levelCode: string) => ({
  levelName,
  levelOrder: LEVELS.indexOf(levelName),
  levelCode,
})
