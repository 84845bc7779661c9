import type { Handlers } from '../../handler.ts'
import { describeMap } from './describe-map.ts'
import { listMaps } from './list-maps.ts'

export const mapHandlers = {
  listMaps: async ({ deps, caller, query }) => ({ data: await listMaps(deps, caller, query) }),
  getBaseMap: async ({ deps }) => ({ data: deps.config.baseMap }),
  describeMap: async ({ deps, caller, body }) => ({ data: await describeMap(deps, caller, body) }),
} satisfies Partial<Handlers>
