import type { Handlers } from '../../handler.ts'
import { cancelUpload } from '../uploads/cancel-upload.ts'
import { confirmContent } from '../uploads/confirm-content.ts'
import { resumeUpload } from '../uploads/resume-upload.ts'
import { completeMapUpload, ofOwnFile } from './complete-map-upload.ts'
import { describeMap } from './describe-map.ts'
import { listMaps } from './list-maps.ts'
import { startMapUpload } from './start-map-upload.ts'

export const mapHandlers = {
  listMaps: async ({ deps, caller, query }) => ({ data: await listMaps(deps, caller, query) }),
  startMapUpload: async ({ deps, caller, body }) => ({ data: await startMapUpload(deps, caller, body) }),
  completeMapUpload: async ({ deps, caller, query, body }) => ({
    data: await completeMapUpload(deps, caller, { ...query, parts: body }),
  }),
  resumeMapUpload: async ({ deps, caller, query }) => ({
    data: await resumeUpload(deps, { kind: 'OWN', sender: caller }, ofOwnFile(query)),
  }),
  cancelMapUpload: ({ deps, caller, query }) => cancelUpload(deps, caller, { ...ofOwnFile(query), kind: 'OWN' }),
  confirmMapContent: ({ deps, caller, query, body }) =>
    confirmContent(deps, { kind: 'OWN', sender: caller }, { ...ofOwnFile(query), ...body }),
  getBaseMap: async ({ deps }) => ({ data: deps.config.baseMap }),
  describeMap: async ({ deps, caller, body }) => ({ data: await describeMap(deps, caller, body) }),
} satisfies Partial<Handlers>
