type Coded = { epsg: number | null }

/** The code that a file states, or that the server finds for what it states; empty where neither knows one. */
export const epsgSaid = (inFile: Coded | null, found: Coded | null | undefined): string =>
  String(inFile?.epsg ?? found?.epsg ?? '')
