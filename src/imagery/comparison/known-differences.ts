// What other tools compute under names that mean something else, and what FIELDimageR measures by default.

export type KnownDifference = { tool: string; name: string; written: string; right: string }

/** Formulas as these tools have them. Facts for people to read. */
export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    tool: 'FIELDimageR and its QGIS plug-in',
    name: 'HUE',
    written: 'atan(2 (B − G − R) / 30.5 × (G − R))',
    right:
      'Here it is HUE_FR. The literature divides by G − R, too; FIELDimageR multiplies. Nearly everywhere its sign says only which of red and green is greater. The hue of HSV is ‘hue’.',
  },
  {
    tool: 'FIELDimageR and its QGIS plug-in',
    name: 'DVI',
    written: 'NIR − RE',
    right: 'DVI is NIR − R (Tucker 1979). Compare NIR − RE with nothing else.',
  },
  {
    tool: 'FIELDimageR for QGIS',
    name: 'CCCI',
    written: 'NDVI / NDVI, which is always 1',
    right: 'NDRE / NDVI, or NDRE between its own limits (Barnes 2000).',
  },
  {
    tool: 'FIELDimageR for QGIS',
    name: 'SAVI of RGB',
    written: '1.5 (G − R) / (G + R + 0.5) of numbers from 0 to 255',
    right:
      'SAVI needs near infrared and reflectance. Of numbers up to 255 the 0.5 does nothing, so this is 1.5 × NGRDI: compare it with NGRDI.',
  },
  {
    tool: 'FIELDimageR',
    name: 'BIM',
    written: '√((2R + 2G + 2B) / 3)',
    right: 'BI is √((R² + G² + B²) / 3). BIM puts plots in nearly the same order, on another scale.',
  },
  {
    tool: 'WebODM',
    name: 'LAI',
    written: '3.618 × EVI − 0.118, shown from −1 to 1',
    right: 'A leaf area index runs from 0 to about 8. It isn’t measured here.',
  },
  {
    tool: 'WebODM',
    name: 'EXG',
    written: '2G − (R + B) of the numbers of the camera',
    right: 'ExG is 2g − r − b of the shares of R + G + B, from −1 to 2: it doesn’t change with the light.',
  },
  {
    tool: 'AgPipeline',
    name: 'all indices',
    written: 'the index of the mean red, green and blue of a plot, with two digits',
    right: 'The mean of the index of each pixel. An index of means differs from it where soil and plants mix.',
  },
  {
    tool: 'several',
    name: 'EVI, SAVI, OSAVI, MSAVI, MCARI, TGI',
    written: 'computed of numbers up to 255 or 65,535',
    right: 'They hold for reflectance from 0 to 1 only, so they aren’t measured on other maps here.',
  },
]

/** The word before a title that a known difference is about: `HUE_mean` is about HUE. */
export const knownDifferenceOf = (title: string): KnownDifference | undefined => {
  const word = /^(?:mean|median)?[\s_.]*([a-z]+)/i.exec(title)?.[1]?.toUpperCase()
  return KNOWN_DIFFERENCES.find(({ name }) => name === word || (word === 'SAVI' && name === 'SAVI of RGB'))
}

/** Green above red is its mask HUE; plots are whole; its indices of red, green and blue. */
export const AS_FIELDIMAGER = {
  bufferMetres: 0,
  mask: { method: 'g>r', threshold: null, isCleaned: false },
  traits: ['canopyCover', 'BI', 'SCI', 'GLI', 'HI', 'NGRDI', 'SI', 'VARI', 'HUE_FR', 'BGI'],
} as const
