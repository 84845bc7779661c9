import type { Handlers } from '../../handler.ts'
import { endLink } from './end-link.ts'
import { listLinks } from './list-links.ts'
import { makeLink } from './make-link.ts'
import { openLink } from './open-link.ts'

export const linkHandlers = {
  makeLink: async ({ deps, caller, body }) => ({ data: await makeLink(deps, caller, body) }),
  listLinks: async ({ deps, caller, query }) => ({ data: await listLinks(deps, caller, query) }),
  endLink: ({ deps, caller, query }) => endLink(deps, caller, query),
  openLink: async ({ deps, body }) => ({ data: await openLink(deps, body) }),
} satisfies Partial<Handlers>
