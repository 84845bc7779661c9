/** What a table or a person says of a plot. */
export type PlotValue = { plotId: string; value: number | string }
