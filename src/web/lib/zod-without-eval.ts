import { config } from 'zod/v4'

// Zod compiles its parsers with `new Function`, which the content security policy forbids. In the browser every import of zod resolves
// to this file (vite.config.ts), so that this runs before any schema is created, in any order of chunks.
config({ jitless: true })

export { z } from 'zod/v4'
