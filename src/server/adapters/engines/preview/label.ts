/** What each product says of itself. At most 32 characters: a point cloud has no more room. */
export const LABEL = 'preview, GPS accuracy'
