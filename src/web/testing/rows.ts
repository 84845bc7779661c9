import type { AnalysisOfUser, MyAnalysisRow } from '#contract/analyses.ts'
import type { Report, ReportFile } from '#contract/reports.ts'
import type { UserRow } from '#contract/users.ts'
import { CUSTOMER, STAFF } from './open-screen.tsx'

const SENT = '2026-07-01T09:05:00.000Z'
export const storedName = (name: string): string => `1790000000000-${name}`
const linkTo = (name: string) => `/storage/${storedName(name)}?signature=x`

export const userRow = (row: Partial<UserRow> = {}): UserRow => ({
  cognitoUserId: 'user-1',
  fullName: CUSTOMER.fullName,
  email: CUSTOMER.email,
  createdAt: SENT,
  status: 'PENDING',
  projectTypes: [],
  roles: ['USER'],
  message: null,
  organisation: null,
  isEmailConfirmed: true,
  version: 1,
  ...row,
})

const analysisRow = {
  analysisRequestId: 'request-1',
  projectType: 'Soybean_Yield_Trial',
  submittedTime: SENT,
  status: 'PENDING',
  description: '',
  fileUrls: [linkTo('flight.zip')],
  fileSizes: [5],
  receipts: [],
  reportCategories: ['orthomosaic'],
  message: null,
  purgeOn: null,
  archivesPurgeOn: null,
}

export const myAnalysisRow = (row: Partial<MyAnalysisRow> = {}): MyAnalysisRow => ({
  ...analysisRow,
  mapThumbnails: [],
  hasNewReport: false,
  ...row,
})

export const analysisOfUser = (row: Partial<AnalysisOfUser> = {}): AnalysisOfUser => ({
  ...analysisRow,
  user: { userId: 'user-1', fullName: CUSTOMER.fullName, email: CUSTOMER.email, roles: ['USER'] },
  assignee: null,
  reportFiles: 0,
  flight: null,
  version: 1,
  ...row,
})

/** A published report with files of these names. */
export const reportOf = (names: readonly string[]): Report => ({
  updatedBy: { fullName: STAFF.fullName, email: STAFF.email },
  updatedTime: SENT,
  remarks: 'Two tables',
  reportUrls: names.map(linkTo),
  reportSizes: names.map(() => 5),
  receipts: [],
  files: names.map(reportFile),
  allFilesUrl: '/storage/all.zip',
  versions: [],
})

const reportFile = (name: string): ReportFile => ({
  storedName: storedName(name),
  fileName: name,
  size: 5,
  kind: 'table',
  addedTime: SENT,
  mapId: null,
  madeBy: null,
  purpose: null,
  isPublished: true,
  isInfected: false,
  url: linkTo(name),
  thumbnailUrl: null,
  previewUrl: null,
  pixels: null,
  points: null,
  pointsReason: null,
  model: null,
  modelReason: null,
  isChecking: false,
  openUrl: null,
})
