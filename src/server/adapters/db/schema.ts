import type { ColumnType, Generated, Kysely, Selectable } from 'kysely'
import type { CodePurpose, Role } from '#domain/accounts.ts'
import type { AnalysisStatus } from '#domain/analyses.ts'
import type { Inspection } from '#domain/archive/inspection.ts'
import type { FlightAnswers } from '#domain/flights.ts'
import type { MapState, RasterFacts, StatedFacts } from '#domain/maps.ts'
import type { FileModel } from '#domain/models.ts'
import type { EmailChoice, EmailTopic, NoticeKind } from '#domain/notices.ts'
import type { FilePoints } from '#domain/point-clouds.ts'
import type { ProductKind } from '#domain/processing.ts'
import type { FilePreview } from '#domain/reports.ts'
import type { StoredPart, VirusScan } from '#domain/uploads.ts'
import type { UserStatus } from '#domain/users.ts'
import type { DeletionsTable } from './deletions-schema.ts'
import type { ExchangesTable, StudyConnectionsTable, TraitNamesTable } from './exchange-schema.ts'
import type { FlightsTable } from './flights-schema.ts'
import type {
  ApiTokensTable,
  AuditTable,
  InvitationsTable,
  LinksTable,
  MembershipsTable,
  TrialSharesTable,
  WebhookDeliveriesTable,
  WebhooksTable,
} from './members-schema.ts'
import type { RunLinesTable, RunsTable } from './runs-schema.ts'
import type { RecoveryCodesTable, SecondFactorsTable } from './second-factor-schema.ts'
import type {
  AppliedShiftsTable,
  BrapiSearchesTable,
  FlightFilesTable,
  FlightLayersTable,
  FlightValuesTable,
  MeasuredFlightsTable,
  MeasuredShiftsTable,
  MeasuredTraitsView,
  MeasurementsTable,
  OwnDataTables,
  OwnVariablesTable,
  PlotsTable,
  SeasonFlagsTable,
  ShiftRunsTable,
  TrialExclusionsTable,
  TrialFlightsTable,
  TrialGroundsTable,
  TrialPlotsTable,
  TrialsTable,
  TrialTemperaturesTable,
  UsedLayersView,
} from './trials-schema.ts'

type UsersTable = {
  id: string
  email: string
  fullName: string
  passwordHash: string
  role: Role
  status: UserStatus
  message: string | null
  confirmedAt: Date | null
  /** As given at sign-up. */
  organisation: Generated<string | null>
  createdAt: Date
  version: Generated<number>
  /** The password was chosen by another person, so its owner must choose a new one first. */
  mustChangePassword: Generated<boolean>
  /** Why nothing that is theirs may be removed for good, as staff wrote it. */
  heldBecause: Generated<string | null>
  /** How long raw images are kept once their report is published; null as in the configuration, 0 for ever. */
  archivesKeptDays: Generated<number | null>
  /** For the first time. */
  approvedAt: Generated<Date | null>
  /** At the service where they log in. */
  signOnId: Generated<string | null>
  /** The searched words; maintained by the database. */
  emailWords: ColumnType<string, undefined, never>
  nameWords: ColumnType<string, undefined, never>
}

type CodesTable = {
  userId: string
  purpose: CodePurpose
  codeHash: string
  expiresAt: Date
  tries: Generated<number>
}

/** One row per counted act; `key` names the limit and the subject of the limit, `subject` identifies what is counted once. */
type RateLimitHitsTable = { key: string; at: Date; subject: string | null }

/** Limits that store only their level: the time from which the bucket is full again. */
type RateLimitBucketsTable = { key: string; fullAt: Date }

/** Wrong passwords in a row for an email, with or without an account; `key` is a hash of the email. */
type LoginAttemptsTable = { key: string; attempts: number; attemptedAt: Date }

/**
 * A login and its refreshes. `generation` is the newest issued refresh token, `usedGeneration` the newest whose access token
 * was used: earlier ones are retired.
 */
type SessionsTable = {
  id: string
  userId: string
  /** In which they work; null for their own. */
  accountId: Generated<string | null>
  generation: Generated<number>
  usedGeneration: Generated<number>
  createdAt: Date
  usedAt: Date
  endedAt: Date | null
  device: Generated<string>
  address: Generated<string>
}

/** When each generation of a session's refresh token was first used. */
type RotationsTable = { sessionId: string; generation: number; usedAt: Date }

type ProjectsTable = {
  id: string
  accountId: string
  name: string
  /** Whether its customer may upload for it now. */
  assigned: boolean
  /** Among the assigned ones. */
  position: number
  /** A good flight is previewed without a word of staff. */
  startsPreview: Generated<boolean>
  createdAt: Date
}

type AnalysesTable = {
  id: string
  accountId: string
  projectId: string
  description: string
  reportCategories: string[]
  status: AnalysisStatus
  message: string | null
  submittedAt: Date
  version: Generated<number>
  /** The member of staff who works on it. */
  assigneeId: Generated<string | null>
  /** What people say of the flight; null without a word. */
  flightAnswers: ColumnType<FlightAnswers | null, string | null | undefined, string | null>
  /** The searched words of customer, project and file; maintained by the database. */
  searchWords: ColumnType<string, undefined, never>
}

/** What an upload brings. */
/** OWN: a finished map or another file that a customer adds to a project, without a request. */
export type UploadKind = 'ARCHIVE' | 'REPORT' | 'OWN'
/** A product of a run is seen by staff only. Attaching it makes it a file of the report. */
export type FileKind = UploadKind | 'PRODUCT'

/** What a customer changes with a further archive of a rejected request. It holds once that archive has arrived. */
export type UploadAnswer = {
  description: string
  reportCategories: string[]
  /** JSON of what they say of the new flight. */
  flightAnswers?: string | null | undefined
}

type UploadsTable = {
  id: string
  /** Its id in the object store. */
  storageUploadId: string
  /** Null for an own file, which then has the id of its upload. */
  analysisId: string | null
  /** Of an own file. */
  projectId: string | null
  /** What its sender said of an own file. */
  stated: ColumnType<StatedFacts | null, string | null | undefined, string>
  /** In which its sender worked. */
  accountId: string
  userId: string
  kind: UploadKind
  fileName: string
  storageKey: string
  totalParts: number
  partBytes: number
  fileBytes: number | null
  remarks: string
  state: 'OPEN' | 'COMPLETE' | 'ABANDONED'
  /** SHA-256 of the list of parts that completed it. */
  receiptsHash: string | null
  /** The client's hash of the file's size and samples, which identifies the file. */
  fingerprint: string | null
  /** The block digest of the file on the sender's computer. */
  senderDigest: string | null
  /** The parts of the last completion, while the store or our record may still have to follow. */
  receipts: ColumnType<StoredPart[] | null, null, string | null>
  /** The options of the completion of a report file. */
  publish: boolean | null
  /** Of an archive that answers a rejection. */
  answer: ColumnType<UploadAnswer | null, string | null | undefined, string>
  startedAt: Date
  touchedAt: Date
}

type FilesTable = {
  id: string
  /** The upload that made it. */
  uploadId: string | null
  /** Whose it is. */
  accountId: string
  projectId: string
  /** The request from which it came; null for a file that its customer added by itself. */
  analysisId: string | null
  kind: FileKind
  fileName: string
  storageKey: string
  bytes: number
  createdAt: Date
  /** The time of its publication; null for drafts. */
  publishedAt: Date | null
  addedBy: string | null
  /** The remarks of the person who added a report file. */
  remarks: Generated<string>
  /** The block digest of the file on the sender's computer. */
  senderDigest: string | null
  /** Of the stored object; null until a job has read it. */
  sha256: string | null
  /** Its block digest, for the comparison with the sender's. */
  digest: string | null
  /** The inspection of an archive; null until a job has inspected it. */
  inspection: ColumnType<Inspection | null, undefined, string | null>
  /** The result of the virus scan of this installation; null without a scanner, and until the scan. */
  virusScan: ColumnType<VirusScan | null, undefined>
  scannedAt: ColumnType<Date | null, undefined>
  /** Of the stored object, as eight hexadecimal digits; null until a job has read it. */
  crc32: ColumnType<string | null, undefined>
  /** Null until a job has tried to make one. Reports only. */
  preview: ColumnType<FilePreview | null, undefined, string | null>
  /** Null until a job has read them. Point clouds of reports only. */
  points: ColumnType<FilePoints | null, undefined, string | null>
  /** Null until a job has looked at it. GLBs of reports only. */
  model: ColumnType<FileModel | null, undefined, string | null>
  /** When a check found that its bytes are not those that arrived. */
  damagedAt: ColumnType<Date | null, undefined>
  /** The run that made it, also once it is attached. */
  runId: ColumnType<string | null, string | null | undefined>
  productKind: ColumnType<ProductKind | null, ProductKind | null | undefined>
  /** What the engine says a product is for. */
  purpose: ColumnType<string | null, string | null | undefined>
}

/** A report file as a map. */
type MapsTable = {
  fileId: string
  state: MapState
  /** Why it is no map, or could not be prepared. */
  reason: string | null
  /** The version of what looked at it. */
  maker: number
  /** What the file says; null until it was read. */
  facts: ColumnType<RasterFacts | null, string | null, string | null>
  /** What staff stated. */
  stated: ColumnType<StatedFacts, string | undefined, string>
  /** Its copy for viewing. */
  copy: ColumnType<ViewCopy | null, string | null, string | null>
}

export type ViewCopy = { key: string; bytes: number }

type ReportsTable = {
  analysisId: string
  remarks: string
  updatedBy: string
  updatedAt: Date
  /** By the customer. A publication after it makes the report new again. */
  openedAt: Generated<Date | null>
}

type EmailsTable = {
  id: string
  toEmail: string
  subject: string
  /** Blanked once the email is sent: it may hold a code. */
  text: string
  html: string
  createdAt: Date
  sentAt: Date | null
  status: Generated<EmailStatus>
  /** Attempts that were started. */
  attempts: Generated<number>
  /** Attempts with an unknown outcome: the email may have arrived. */
  unknownAttempts: Generated<number>
  /** Why the last attempt failed. */
  lastError: ColumnType<string | null, undefined, string | null>
  /** When its code expires. */
  expiresAt: Date | null
  /** The maps whose pictures are attached, where they are made by then. */
  pictureFileIds: ColumnType<string[], string | undefined, never>
  /** When it was sent, or failed permanently. */
  settledAt: ColumnType<Date | null, undefined, Date | null>
}

/** The state of an email. Staff see FAILED and EXPIRED ones. */
export type EmailStatus = 'WAITING' | 'SENT' | 'FAILED' | 'EXPIRED'

/** `facts` are those of the kind in src/domain/notices.ts. */
type NoticesTable = {
  id: string
  /** Who is told. */
  userId: string
  kind: NoticeKind
  /** `analysis:<id>` or `user:<id>`. */
  subject: string
  facts: ColumnType<object, string, never>
  /** It belongs into the next daily email of this person. */
  inDailyEmail: boolean
  createdAt: Date
  readAt: ColumnType<Date | null, undefined, Date>
}

/** What a person chose; the others have their defaults. */
type EmailSettingsTable = { userId: string; topic: EmailTopic; choice: EmailChoice }

type MessagesTable = { id: string; name: string; email: string; message: string; createdAt: Date }

/** One row: the secret key that the data were created with. */
type SecretKeyIdTable = { one: Generated<boolean>; keyId: string }

/** Long work: where it stands, from the call that starts it to its end. What it makes is kept by the noun. */
type WorkTable = {
  id: string
  /** In the queue; null for what waits for an engine and not for a worker. */
  jobId: string | null
  kind: string
  subject: string
  state: Generated<'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED'>
  stage: Generated<string>
  fraction: Generated<number>
  /** How often it was taken up, without those that a stop of the program ended; counted where the queue doesn't. */
  tries: Generated<number>
  /** Who works on it, where the queue doesn't know: what another one reports, counts no more. */
  holder: ColumnType<string | null, undefined, string | null>
  /** Why it failed, for people. Null for what they can't mend. */
  reason: ColumnType<string | null, undefined, string | null>
  requestedAt: Date
  startedAt: ColumnType<Date | null, undefined, Date>
  endedAt: ColumnType<Date | null, undefined, Date | null>
}

export type Schema = OwnDataTables & {
  work: WorkTable
  secretKeyId: SecretKeyIdTable
  users: UsersTable
  secondFactors: SecondFactorsTable
  recoveryCodes: RecoveryCodesTable
  codes: CodesTable
  rateLimitHits: RateLimitHitsTable
  rateLimitBuckets: RateLimitBucketsTable
  loginAttempts: LoginAttemptsTable
  sessions: SessionsTable
  rotations: RotationsTable
  memberships: MembershipsTable
  invitations: InvitationsTable
  trialShares: TrialSharesTable
  links: LinksTable
  apiTokens: ApiTokensTable
  webhooks: WebhooksTable
  webhookDeliveries: WebhookDeliveriesTable
  projects: ProjectsTable
  analyses: AnalysesTable
  uploads: UploadsTable
  deletions: DeletionsTable
  files: FilesTable
  flights: FlightsTable
  runs: RunsTable
  runLines: RunLinesTable
  maps: MapsTable
  trials: TrialsTable
  trialFlights: TrialFlightsTable
  flightLayers: FlightLayersTable
  trialGrounds: TrialGroundsTable
  usedLayers: UsedLayersView
  trialPlots: TrialPlotsTable
  plots: PlotsTable
  measurements: MeasurementsTable
  trialExclusions: TrialExclusionsTable
  flightFiles: FlightFilesTable
  trialTemperatures: TrialTemperaturesTable
  measuredFlights: MeasuredFlightsTable
  flightValues: FlightValuesTable
  seasonFlags: SeasonFlagsTable
  measuredTraits: MeasuredTraitsView
  shiftRuns: ShiftRunsTable
  measuredShifts: MeasuredShiftsTable
  studyConnections: StudyConnectionsTable
  exchanges: ExchangesTable
  traitNames: TraitNamesTable
  appliedShifts: AppliedShiftsTable
  brapiSearches: BrapiSearchesTable
  ownVariables: OwnVariablesTable
  reports: ReportsTable
  audit: AuditTable
  emails: EmailsTable
  notices: NoticesTable
  emailSettings: EmailSettingsTable
  messages: MessagesTable
}

/** Or a transaction in it. */
export type Database = Kysely<Schema>

export type User = Omit<
  Selectable<UsersTable>,
  'emailWords' | 'nameWords' | 'heldBecause' | 'archivesKeptDays' | 'approvedAt' | 'signOnId'
>
export type Project = Selectable<ProjectsTable>
export type Analysis = Omit<Selectable<AnalysesTable>, 'searchWords' | 'flightAnswers'>
export type Upload = Selectable<UploadsTable>
export type NewUpload = Upload & { receipts: null; answer: null; stated: null }
export type StoredEmail = Selectable<EmailsTable>
export type Work = Selectable<WorkTable>
export type StoredFile = Selectable<FilesTable>
export type StoredMap = Selectable<MapsTable>
export type Trial = Selectable<TrialsTable>
export type { FlightLayer, TrialFlight } from './trials-schema.ts'
export type TrialPlots = Selectable<TrialPlotsTable>
export type Measurement = Selectable<MeasurementsTable>
export type ShiftRun = Selectable<ShiftRunsTable>
export type AppliedShift = Selectable<AppliedShiftsTable>
