/** How much of a step is done, from 0 to 1. */
export type Report = (fraction: number) => void
