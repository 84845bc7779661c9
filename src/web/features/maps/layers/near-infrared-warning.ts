/** Of a map whose plants look red. */
export const NEAR_INFRARED_WARNING =
  'Plants look red or purple in this map, as from a camera that was converted to near infrared. RGB indices and cover will be wrong. Where a band holds near infrared, state it under “Describe”.'
