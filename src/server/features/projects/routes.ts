import type { Handlers } from '../../handler.ts'
import { listProjectNames } from './list-project-names.ts'

export const projectHandlers = {
  listProjectNames: async ({ deps, query }) => ({ data: await listProjectNames(deps, query) }),
} satisfies Partial<Handlers>
