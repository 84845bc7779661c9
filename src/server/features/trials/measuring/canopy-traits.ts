/** The names of the traits beside the indices of the catalogue, by their ids. */
export const CANOPY_TRAITS: ReadonlyMap<string, string> = new Map([
  ['canopyCover', 'Canopy cover'],
  ['canopyHeight', 'Canopy height'],
])
