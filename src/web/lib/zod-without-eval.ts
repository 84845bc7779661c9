import { config } from 'zod/v4'

// Zod compiles its parsers with `new Function`, which the content security policy forbids. Every import of zod in the browser leads
// here (vite.config.ts), so that this runs before any schema is made, in whatever order parts of the program are loaded.
config({ jitless: true })

export { z } from 'zod/v4'
