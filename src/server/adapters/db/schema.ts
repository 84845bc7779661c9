import type { ColumnType, Generated, Selectable } from 'kysely'
import type { CodePurpose, Role } from '#domain/accounts.ts'
import type { AnalysisStatus } from '#domain/analyses.ts'
import type { Inspection } from '#domain/archive/inspection.ts'
import type { StoredPart, VirusScan } from '#domain/uploads.ts'
import type { UserStatus } from '#domain/users.ts'

type UsersTable = {
  id: string
  email: string
  fullName: string
  passwordHash: string
  role: Role
  status: UserStatus
  message: string | null
  confirmedAt: Date | null
  createdAt: Date
  version: Generated<number>
  /** The password was chosen by another person: its owner must choose a new one first. */
  mustChangePassword: Generated<boolean>
  /** What searches look into; kept by the database. */
  emailWords: ColumnType<string, undefined, never>
  nameWords: ColumnType<string, undefined, never>
}

/** A TOTP key of an account, in force once `confirmedAt` is set. */
type SecondFactorsTable = {
  userId: string
  /** Encrypted. */
  secret: string
  startedAt: Date
  confirmedAt: Date | null
  /** The time step of the last code that was let in; only later ones are. */
  lastStep: Generated<number>
}

/** The recovery codes that are left. */
type RecoveryCodesTable = { userId: string; codeHash: string }

type CodesTable = {
  userId: string
  purpose: CodePurpose
  codeHash: string
  expiresAt: Date
  tries: Generated<number>
}

/** One row for each act that a limit counts; `key` names the limit and whom it counts, `subject` tells apart what is counted once. */
type RateLimitHitsTable = { key: string; at: Date; subject: string | null }

/** Limits of which only the level is kept: the time from which on the bucket is full again. */
type RateLimitBucketsTable = { key: string; fullAt: Date }

/** Wrong passwords in a row for an email, whether it has an account or not; `key` is a hash of the email. */
type LoginAttemptsTable = { key: string; attempts: number; attemptedAt: Date }

/**
 * A login and everything refreshed from it. `generation` is the newest refresh token given out, `usedGeneration` the newest of
 * which the access token was used: those before it are retired.
 */
type SessionsTable = {
  id: string
  userId: string
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
  userId: string
  name: string
  /** Whether its customer may upload for it now. */
  assigned: boolean
  /** Among the assigned ones. */
  position: number
  createdAt: Date
}

type AnalysesTable = {
  id: string
  userId: string
  projectId: string
  description: string
  reportCategories: string[]
  status: AnalysisStatus
  message: string | null
  submittedAt: Date
  version: Generated<number>
  /** What searches look into: customer, project and file; kept by the database. */
  searchWords: ColumnType<string, undefined, never>
}

export type FileKind = 'ARCHIVE' | 'REPORT'

type UploadsTable = {
  id: string
  /** What the object store knows it by. */
  storageUploadId: string
  analysisId: string
  userId: string
  kind: FileKind
  fileName: string
  storageKey: string
  totalParts: number
  partBytes: number
  fileBytes: number | null
  remarks: string
  state: 'OPEN' | 'COMPLETE' | 'ABANDONED'
  /** SHA-256 of the list of parts that completed it. */
  receiptsHash: string | null
  /** What the client makes of the file's size and samples of its bytes, to know it again. */
  fingerprint: string | null
  /** The block digest of the file on the sender's computer. */
  senderDigest: string | null
  /** The parts that stood when it was last completed, while the store or our record may still have to follow. */
  receipts: ColumnType<StoredPart[] | null, null, string | null>
  /** What the completion of a report file asked for. */
  publish: boolean | null
  startedAt: Date
  touchedAt: Date
}

type FilesTable = {
  id: string
  /** The upload that made it. */
  uploadId: string | null
  analysisId: string
  kind: FileKind
  fileName: string
  storageKey: string
  bytes: number
  createdAt: Date
  /** When customers began to see it; null for report files that wait for the last one. */
  publishedAt: Date | null
  addedBy: string | null
  /** What the person who added a report file wrote about it. */
  remarks: Generated<string>
  /** The block digest of the file on the sender's computer. */
  senderDigest: string | null
  /** Of the object as it lies in the store; null until a job has read it. */
  sha256: string | null
  /** Its block digest, for comparison with the sender's. */
  digest: string | null
  /** What a look into an archive has told; null until a job has looked. */
  inspection: ColumnType<Inspection | null, undefined, string | null>
  /** What the scanner of this installation said; null without one, and until it has said something. */
  virusScan: ColumnType<VirusScan | null, undefined>
  scannedAt: ColumnType<Date | null, undefined>
}

type ReportsTable = {
  analysisId: string
  remarks: string
  updatedBy: string
  updatedAt: Date
}

type AuditTable = {
  id: Generated<number>
  at: Date
  actorId: string | null
  action: string
  subject: string
  before: unknown
  after: unknown
  requestId: string
  address: string
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
  /** When it was sent, or failed permanently. */
  settledAt: ColumnType<Date | null, undefined, Date | null>
}

/** The state of an email. Staff see FAILED and EXPIRED ones. */
export type EmailStatus = 'WAITING' | 'SENT' | 'FAILED' | 'EXPIRED'

type MessagesTable = { id: string; name: string; email: string; message: string; createdAt: Date }

/** One row: which secret key the data were begun with. */
type SecretKeyIdTable = { one: Generated<boolean>; keyId: string }

/** How far a job is that a screen follows; `id` is that of the job in the queue. */
type WorkTable = {
  id: string
  kind: string
  subject: string
  state: Generated<'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED'>
  stage: Generated<string>
  fraction: Generated<number>
  /** Why the last attempt failed. */
  reason: ColumnType<string | null, undefined, string | null>
  requestedAt: Date
  startedAt: ColumnType<Date | null, undefined, Date>
  endedAt: ColumnType<Date | null, undefined, Date>
}

export type Schema = {
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
  projects: ProjectsTable
  analyses: AnalysesTable
  uploads: UploadsTable
  files: FilesTable
  reports: ReportsTable
  audit: AuditTable
  emails: EmailsTable
  messages: MessagesTable
}

export type User = Omit<Selectable<UsersTable>, 'emailWords' | 'nameWords'>
export type Project = Selectable<ProjectsTable>
export type Analysis = Omit<Selectable<AnalysesTable>, 'searchWords'>
export type Upload = Selectable<UploadsTable>
export type NewUpload = Upload & { receipts: null }
export type StoredEmail = Selectable<EmailsTable>
export type Work = Selectable<WorkTable>
export type StoredFile = Selectable<FilesTable>
