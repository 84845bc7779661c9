import type { AnalysisOfUser, MyAnalysisRow } from '#contract/analyses.ts'
import type { UserRow } from '#contract/users.ts'
import { CUSTOMER } from './open-screen.tsx'

const SENT = '2026-07-01T09:05:00.000Z'

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
  fileUrls: ['/storage/1790000000000-flight.zip?signature=x'],
  fileSizes: [5],
  receipts: [],
  reportCategories: ['orthomosaic'],
  message: null,
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
