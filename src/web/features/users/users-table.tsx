import { Link } from 'react-router'
import type { UserRow } from '#contract/users.ts'
import { displayName } from '#domain/display-names.ts'
import { useListState } from '#web/lib/back-link.tsx'
import { paths } from '#web/lib/paths.ts'
import { Time } from '#web/lib/time.tsx'
import { Cell, Column, OneLine, Row, RowAction, Table } from '#web/ui/list/table.tsx'
import { timeZone } from '../../lib/time.tsx'
import { UnconfirmedEmail } from './unconfirmed-email.tsx'
import { UserStatusBadge } from './user-status-badge.tsx'

type UsersTableProps = { users: readonly UserRow[]; onReview: (user: UserRow) => void }

const TRACKS = [
  '@table:grid-cols-[max-content_minmax(9rem,auto)_repeat(3,max-content)]',
  '@wide:grid-cols-[max-content_minmax(9rem,auto)_max-content_minmax(9rem,auto)_repeat(2,max-content)]',
].join(' ')

export const UsersTable = ({ users, onReview }: UsersTableProps) => (
  <Table
    label="Users"
    tracks={TRACKS}
    columns={
      <>
        <Column figures line="both">
          SN
        </Column>
        <Column line="name">Full Name</Column>
        <Column line="both" unit={timeZone()}>
          Created At
        </Column>
        <Column line="belowName">Email</Column>
        <Column line="both">Status</Column>
        <Column line="both">Action</Column>
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
    <Cell card="number" figures line="both">
      {number}
    </Cell>
    <Cell card="name" line="name">
      {/* Above the button that covers a card. */}
      <Link
        to={paths.adminUser(user.cognitoUserId)}
        state={useListState()}
        className="relative z-[1] block w-fit max-w-full underline-offset-2 hover:underline"
      >
        <OneLine text={displayName(user.fullName)} />
      </Link>
      {user.organisation && (
        <span className="block text-xs text-muted">
          <OneLine text={displayName(user.organisation)} />
        </span>
      )}
    </Cell>
    <Cell card="foot" line="both" className="tabular-nums @table:whitespace-nowrap">
      <Time at={user.createdAt} />
    </Cell>
    <Cell card="line" line="belowName" className="@table:@max-wide:text-muted">
      <OneLine text={displayName(user.email)} />
      {!user.isEmailConfirmed && <UnconfirmedEmail />}
    </Cell>
    <Cell card="status" line="both">
      <UserStatusBadge status={user.status} />
    </Cell>
    <Cell card="action" line="both">
      <RowAction label={`Review ${displayName(user.fullName)}`} onClick={() => onReview(user)}>
        Review
      </RowAction>
    </Cell>
  </Row>
)
