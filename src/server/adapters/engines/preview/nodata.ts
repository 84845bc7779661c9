export const NODATA = -9999
