import { createContext } from 'react'

/** Where the header of the page has room for what a bench shows. Null until it is on the page. */
export const BenchSlot = createContext<HTMLElement | null>(null)
