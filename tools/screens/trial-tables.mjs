// What the screens of a trial are given: tables and outlines of plots, as people have them.
export const showPlots = (page) => page.getByRole('tab', { name: 'Set-up' }).click()

/** As a spreadsheet in German has them. */
export const cells = (row) =>
  [
    'Sojabohnen 2025',
    '',
    'Parz.-Nr.;Sorte;Ertrag (dt/ha);Reife;Notiz',
    ...[1, 2, 3].flatMap((range) => Array.from({ length: 6 }, (_, at) => row(100 * range + at + 1, at))),
  ].join('\n')

export const pasteCells = (text) => async (page) => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Cells of a spreadsheet').fill(text)
  await dialog.getByRole('combobox').first().waitFor()
}

/** As a shapefile of QGIS has them. */
const outlines = JSON.stringify({
  type: 'FeatureCollection',
  features: Array.from({ length: 12 }, (_, at) => {
    const [west, south] = [-95.26 + 0.00003 * (at % 6), 44.24 + 0.00006 * Math.floor(at / 6)]
    const ring = [
      [0, 0],
      [0.000025, 0],
      [0.000025, 0.00005],
      [0, 0.00005],
      [0, 0],
    ].map(([x, y]) => [west + x, south + y])
    const properties = { fid: at, Parzelle: 101 + at, Sorte: `SF-${101 + at}`, gid: 7000 + at, Bemerkung: 'Rand' }
    return { type: 'Feature', geometry: { type: 'Polygon', coordinates: [ring] }, properties }
  }),
})

export const chooseOutlines = async (page) => {
  const dialog = page.getByRole('dialog')
  const file = { name: 'parzellen.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(outlines) }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByText(/^12 plots/).waitFor()
}
