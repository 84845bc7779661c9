/** Where FIELDimageR has another name for the same formula. What it computes in another way keeps a name that it doesn't have. */
const NAMES: Readonly<Record<string, string>> = {
  HUE_FR: 'HUE',
  SR: 'RVI',
  CIgreen: 'CIG',
  CIrededge: 'CIRE',
  DVI: 'DVI_NIR_R',
  PSRI: 'PSRI_R_B',
}

/**
 * The column that FIELDimageR would make of a trait: `HUE_mean` of `fieldInfo_extra`, `AreaPercentage` of `fieldArea`. `traits`
 * are all in the table: none gets the name of another.
 */
export function fieldimagerName(trait: string, stat: string, traits: readonly string[]): string {
  if (trait === 'canopyCover' && !traits.includes('AreaPercentage')) return 'AreaPercentage'
  const name = NAMES[trait] ?? trait
  return `${name !== trait && traits.includes(name) ? trait : name}_${stat}`
}
