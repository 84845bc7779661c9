import type { UserRow } from '#contract/users.ts'
import { formatDateTime } from '#domain/units.ts'
import { Button } from '#web/ui/button.tsx'
import { Cell, Column, Row, Table } from '#web/ui/table.tsx'
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
        <Column className="w-[34%]">Full Name</Column>
        <Column className="w-44">Created At</Column>
        <Column className="w-[38%]">Email</Column>
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
    <Cell label="SN" figures className="text-muted">
      {number}
    </Cell>
    <Cell label="Full Name" strong className="@2xl:max-w-0">
      <span className="block truncate" title={user.fullName}>
        {user.fullName}
      </span>
    </Cell>
    <Cell label="Created At" className="tabular-nums @2xl:whitespace-nowrap">
      <time dateTime={user.createdAt}>{formatDateTime(new Date(user.createdAt))}</time>
    </Cell>
    <Cell label="Email" className="@2xl:max-w-0">
      <span className="block truncate" title={user.email}>
        {user.email}
      </span>
    </Cell>
    <Cell label="Status">
      <UserStatusBadge status={user.status} />
    </Cell>
    <Cell label="Action">
      <Button variant="secondary" size="small" aria-label={`Review ${user.fullName}`} onClick={() => onReview(user)}>
        Review
      </Button>
    </Cell>
  </Row>
)
