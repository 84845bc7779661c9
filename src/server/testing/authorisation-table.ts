import type { EndpointName } from '#contract/api.ts'

type Status = '200' | '400' | '401' | '403' | '404' | '409'
/** One status whatever the object, or three: for the caller's own, for another person's, and for one that is not there. */
export type Cells = Status | `${Status} ${Status} ${Status}`

/** The columns. Nobody stands for every token that is none: no session of ours, or no longer. */
export const COLUMNS = [
  'nobody',
  'pending',
  'rejected',
  'onHold',
  'customer',
  'staff',
  'demoted',
  'noFactor',
  'newPassword',
  'staffRejected',
  'staffOnHold',
] as const
export type Column = (typeof COLUMNS)[number]
type Row = readonly [nobody: Status, ...people: [Cells, Cells, Cells, Cells, Cells, Cells, Cells, Cells, Cells, Cells]]

/**
 * What every call answers to everybody, reviewed by hand; a call without a row does not compile. `demoted` was staff when
 * his token was made, and is an approved customer now. People who sign in later were customers first, so that each has
 * requests and uploads of his own. `noFactor` is staff without a second factor where staff need one, and
 * `newPassword` staff who have to choose one first. `staffRejected` and `staffOnHold` are staff who were revoked: their tokens
 * are good still, and open what those of any customer open who is not approved.
 */
// biome-ignore format: it is read as a table
export const AUTHORISATION = {
  //                       nobody  pending        rejected       on hold        customer       staff          demoted        no factor      new password   staff rejected staff on hold
  logIn:                  ['200', '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200'],
  refreshSession:         ['200', '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200'],
  logOut:                 ['200', '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200'],
  register:               ['200', '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200'],
  confirmUser:            ['404', '404',         '404',         '404',         '404',         '404',         '404',         '404',         '404',         '404',         '404'],
  resendCode:             ['200', '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200'],
  forgotPassword:         ['200', '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200'],
  confirmForgotPassword:  ['400', '400',         '400',         '400',         '400',         '400',         '400',         '400',         '400',         '400',         '400'],
  sendMessage:            ['200', '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200'],

  getProfile:             ['401', '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200',         '200'],
  changeName:             ['401', '200',         '200',         '200',         '200',         '200',         '200',         '200',         '403',         '200',         '200'],
  changePassword:         ['401', '200',         '200',         '200',         '200',         '200',         '200',         '200',         '400',         '200',         '200'],
  listSessions:           ['401', '200',         '200',         '200',         '200',         '200',         '200',         '200',         '403',         '200',         '200'],
  endSession:             ['401', '200 404 404', '200 404 404', '200 404 404', '200 404 404', '200 404 404', '200 404 404', '200 404 404', '403',         '200 404 404', '200 404 404'],
  endOtherSessions:       ['401', '200',         '200',         '200',         '200',         '200',         '200',         '200',         '403',         '200',         '200'],
  getSecondFactor:        ['401', '200',         '200',         '200',         '200',         '200',         '200',         '200',         '403',         '200',         '200'],
  startSecondFactor:      ['401', '200',         '200',         '200',         '200',         '200',         '200',         '200',         '403',         '200',         '200'],
  confirmSecondFactor:    ['401', '409',         '409',         '409',         '409',         '409',         '409',         '409',         '403',         '409',         '409'],
  renewRecoveryCodes:     ['401', '409',         '409',         '409',         '409',         '409',         '409',         '409',         '403',         '409',         '409'],
  stopSecondFactor:       ['401', '409',         '409',         '409',         '409',         '409',         '409',         '409',         '403',         '409',         '409'],

  listUsers:              ['401', '403',         '403',         '403',         '403',         '200',         '403',         '403',         '403',         '403',         '403'],
  searchUsers:            ['401', '403',         '403',         '403',         '403',         '200',         '403',         '403',         '403',         '403',         '403'],
  exportUsers:            ['401', '403',         '403',         '403',         '403',         '200',         '403',         '403',         '403',         '403',         '403'],
  verifyUser:             ['401', '403',         '403',         '403',         '403',         '409 200 404', '403',         '403',         '403',         '403',         '403'],
  listUserSessions:       ['401', '403',         '403',         '403',         '403',         '200 200 404', '403',         '403',         '403',         '403',         '403'],
  getUserStorage:         ['401', '403',         '403',         '403',         '403',         '200 200 404', '403',         '403',         '403',         '403',         '403'],
  endUserSessions:        ['401', '403',         '403',         '403',         '403',         '409 200 404', '403',         '403',         '403',         '403',         '403'],
  listActivity:           ['401', '403',         '403',         '403',         '403',         '200',         '403',         '403',         '403',         '403',         '403'],
  exportActivity:         ['401', '403',         '403',         '403',         '403',         '200',         '403',         '403',         '403',         '403',         '403'],
  listUndeliveredEmails:        ['401', '403',         '403',         '403',         '403',         '200',         '403',         '403',         '403',         '403',         '403'],
  retryEmail:            ['401', '403',         '403',         '403',         '403',         '200 200 404', '403',         '403',         '403',         '403',         '403'],

  listAllAnalyses:        ['401', '403',         '403',         '403',         '403',         '200',         '403',         '403',         '403',         '403',         '403'],
  getAnalysis:            ['401', '403',         '403',         '403',         '403',         '200 200 404', '403',         '403',         '403',         '403',         '403'],
  getMyAnalysis:          ['401', '403',         '403',         '403',         '200 404 404', '403',         '200 404 404', '403',         '403',         '403',         '403'],
  getFileReceipt:         ['401', '403',         '403',         '403',         '200 404 404', '200 200 404', '200 404 404', '403',         '403',         '403',         '403'],
  changeStatus:           ['401', '403',         '403',         '403',         '403',         '200 200 404', '403',         '403',         '403',         '403',         '403'],
  exportAnalyses:         ['401', '403',         '403',         '403',         '403',         '200',         '403',         '403',         '403',         '403',         '403'],
  listMyAnalyses:         ['401', '403',         '403',         '403',         '200',         '403',         '200',         '403',         '403',         '403',         '403'],
  getTimeline:            ['401', '403',         '403',         '403',         '200 404 404', '200 200 404', '200 404 404', '403',         '403',         '403',         '403'],
  getReport:              ['401', '403',         '403',         '403',         '200 404 404', '200 200 404', '200 404 404', '403',         '403',         '403',         '403'],

  startUpload:            ['401', '403',         '403',         '403',         '200 404 404', '403',         '200 404 404', '403',         '403',         '403',         '403'],
  completeUpload:         ['401', '403',         '403',         '403',         '200 404 404', '403',         '200 404 404', '403',         '403',         '403',         '403'],
  resumeUpload:           ['401', '403',         '403',         '403',         '200 404 404', '403',         '200 404 404', '403',         '403',         '403',         '403'],
  listOpenUploads:        ['401', '403',         '403',         '403',         '200',         '403',         '200',         '403',         '403',         '403',         '403'],
  getMyStorage:           ['401', '403',         '403',         '403',         '200',         '403',         '200',         '403',         '403',         '403',         '403'],
  abandonUpload:          ['401', '403',         '403',         '403',         '200 404 404', '403',         '200 404 404', '403',         '403',         '403',         '403'],
  confirmContent:         ['401', '403',         '403',         '403',         '200 404 404', '403',         '200 404 404', '403',         '403',         '403',         '403'],

  startReportUpload:      ['401', '403',         '403',         '403',         '403',         '200 200 404', '403',         '403',         '403',         '403',         '403'],
  completeReportUpload:   ['401', '403',         '403',         '403',         '403',         '200 200 404', '403',         '403',         '403',         '403',         '403'],
  resumeReportUpload:     ['401', '403',         '403',         '403',         '403',         '200 200 404', '403',         '403',         '403',         '403',         '403'],
  abandonReportUpload:    ['401', '403',         '403',         '403',         '403',         '200 200 404', '403',         '403',         '403',         '403',         '403'],
  confirmReportContent:   ['401', '403',         '403',         '403',         '403',         '200 200 404', '403',         '403',         '403',         '403',         '403'],
  uploadReportByForm:     ['401', '403',         '403',         '403',         '403',         '200 200 404', '403',         '403',         '403',         '403',         '403'],
  publishReport:          ['401', '403',         '403',         '403',         '403',         '200 200 404', '403',         '403',         '403',         '403',         '403'],
  removeReportFile:       ['401', '403',         '403',         '403',         '403',         '200 200 404', '403',         '403',         '403',         '403',         '403'],
} satisfies Record<EndpointName, Row>
