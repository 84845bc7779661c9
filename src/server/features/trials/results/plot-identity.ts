import type { PlotRow } from '../queries.ts'

/** What the long table says of a plot. */
export const identityOf = ({ plotId, attributes }: PlotRow, plantingDate: string | null) => ({
  plot_id: plotId,
  plot_barcode: attributes.barcode ?? null,
  row: attributes.row ?? null,
  column: attributes.column ?? null,
  rep: attributes.rep ?? null,
  block: attributes.block ?? null,
  entry: attributes.entry ?? null,
  genotype: attributes.genotype ?? null,
  entry_type: attributes.entryType ?? null,
  treatment: attributes.treatment ?? null,
  planting_date: attributes.plantingDate ?? plantingDate,
})
