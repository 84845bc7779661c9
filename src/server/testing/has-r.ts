import { existsSync } from 'node:fs'

const LIBRARY = '/usr/lib/R/site-library'

/** Whether R is here with sf and terra (Debian's `r-cran-sf` and `r-cran-terra`). */
export const hasR = (): boolean => ['sf', 'terra'].every((name) => existsSync(`${LIBRARY}/${name}`))
