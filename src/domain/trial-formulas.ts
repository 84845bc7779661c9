// Formulas of people: own traits, computed of pixels, and columns of the table, computed of other columns.

/** Of a trial, traits and columns together. */
export const FORMULAS_MAX = 40
export const FORMULA_LENGTH_MAX = 500
export const FORMULA_NAME_MAX = 60
export const FORMULA_UNIT_MAX = 20
/** Columns that a formula of the table reads. */
export const FORMULA_COLUMNS_MAX = 10
/** Of the id of an own trait. */
export const OWN_TRAIT_LENGTH_MAX = 30

/** A trait that is computed by a formula of people. */
export type OwnTrait = { trait: string; name: string; formula: string; unit: string }
