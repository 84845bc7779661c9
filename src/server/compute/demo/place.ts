/** UTM zone 15 north. */
export const DEMO_EPSG = 32_615
/** The lower left corner of the field: near Lamberton, Minnesota. */
export const DEMO_CORNER = [303_100, 4_902_300] as const
