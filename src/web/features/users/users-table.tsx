import type { UserRow } from '#contract/users.ts'
import { displayName } from '#domain/display-names.ts'
import { formatDateTime } from '#domain/units.ts'
import { Cell, Column, OneLine, Row, RowAction, Table } from '#web/ui/table.tsx'
import { UnconfirmedEmail } from './unconfirmed-email.tsx'
import { UserStatusBadge } from './user-status-badge.tsx'

type UsersTableProps = { users: readonly UserRow[]; onReview: (user: UserRow) => void }

export const UsersTable = ({ users, onReview }: UsersTableProps) => (
  <Table
    label="Users"
    columns={
      <>
        <Column figures className="w-14">
          SN
        </Column>
        <Column className="w-[28%]">Full Name</Column>
        <Column className="w-44">Created At</Column>
        <Column className="w-[44%]">Email</Column>
        <Column className="w-32">Status</Column>
        <Column className="w-28">Action</Column>
      </>
    }
  >
    {users.map((user, index) => (
      <UserTableRow key={user.cognitoUserId} user={user} number={index + 1} onReview={onReview} />
    ))}
  </Table>
)

type RowProps = { user: UserRow; number: number; onReview: (user: UserRow) => void }

const UserTableRow = ({ user, number, onReview }: RowProps) => (
  <Row>
    <Cell card="number" figures>
      {number}
    </Cell>
    <Cell card="name" className="@2xl:max-w-0">
      <OneLine text={displayName(user.fullName)} />
      {user.organisation && (
        <span className="block text-xs text-muted">
          <OneLine text={displayName(user.organisation)} />
        </span>
      )}
    </Cell>
    <Cell card="foot" className="tabular-nums @2xl:whitespace-nowrap">
      <time dateTime={user.createdAt}>{formatDateTime(new Date(user.createdAt))}</time>
    </Cell>
    <Cell card="line" className="@2xl:max-w-0">
      <OneLine text={displayName(user.email)} />
      {!user.isEmailConfirmed && <UnconfirmedEmail />}
    </Cell>
    <Cell card="status">
      <UserStatusBadge status={user.status} />
    </Cell>
    <Cell card="action">
      <RowAction label={`Review ${displayName(user.fullName)}`} onClick={() => onReview(user)}>
        Review
      </RowAction>
    </Cell>
  </Row>
)
