import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { USER_STATUS_NUMBERS } from '#domain/users.ts'
import { bodyRows, choose, click, fill } from '#web/testing/acts.ts'
import { envelope, network } from '#web/testing/network.ts'
import { NO_ROWS, openScreen, STAFF } from '#web/testing/open-screen.tsx'
import { userRow } from '#web/testing/rows.ts'

const search = (text: string) => userEvent.type(screen.getByRole('searchbox'), `${text}{Enter}`)
const found = (...rows: ReturnType<typeof userRow>[]) => ({ ...NO_ROWS, data: rows, total: rows.length })
const asked = () => network.sent('searchUsers').at(-1)?.body.searchReq
const offered = () => [...document.querySelectorAll('datalist option')].map((option) => option.getAttribute('value'))
const WHEAT = userRow({ cognitoUserId: 'user-1', fullName: 'Willa Wheatley', email: 'willa@example.org' })
const BARLEY = userRow({ cognitoUserId: 'user-2', fullName: 'Barry Barley', email: 'barry@example.org' })

test('users are searched until the search is cleared, also after the page is loaded again', async () => {
  network.reply('listUsers', found(WHEAT, BARLEY))
  network.reply('searchUsers', found(BARLEY))
  await openScreen('/dashboard/users', { as: STAFF })
  await waitFor(() => expect(bodyRows()).toHaveLength(2))
  await search('barley')
  await waitFor(() => expect(bodyRows()).toHaveLength(1))
  expect(bodyRows()[0]).toHaveTextContent(BARLEY.email)
  expect(asked()).toEqual({ fullName: 'barley' })

  await openScreen(location.pathname + location.search, { as: STAFF })
  await waitFor(() => expect(bodyRows()).toHaveLength(1))
  await click('button', 'Clear')
  await waitFor(() => expect(bodyRows()).toHaveLength(2))
  expect(screen.getByRole('searchbox')).toHaveValue('')

  network.reply('searchUsers', NO_ROWS)
  await search('no such person')
  expect(await screen.findByText('No users found')).toBeVisible()
  await click('button', 'Show all users')
  await waitFor(() => expect(bodyRows()).toHaveLength(2))
})

test('users are filtered by status, together with a search', async () => {
  network.reply('listUsers', found(WHEAT, BARLEY))
  network.reply('searchUsers', found(WHEAT))
  await openScreen('/dashboard/users', { as: STAFF })
  const options = within(await screen.findByLabelText('Sort by')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['All', 'Pending', 'Approved', 'Rejected', 'On Hold'])
  for (const [option, status] of [
    ['Pending', USER_STATUS_NUMBERS.PENDING],
    ['Approved', USER_STATUS_NUMBERS.APPROVED],
    ['Rejected', USER_STATUS_NUMBERS.REJECTED],
    ['On Hold', USER_STATUS_NUMBERS.ON_HOLD],
  ] as const) {
    await choose('Sort by', option)
    await waitFor(() => expect(asked()).toEqual({ status }))
  }
  await search('Standish')
  await waitFor(() => expect(asked()).toEqual({ fullName: 'Standish', status: USER_STATUS_NUMBERS.ON_HOLD }))
  await waitFor(() => expect(bodyRows()).toHaveLength(1))
  await choose('Sort by', 'All')
  await waitFor(() => expect(asked()).toEqual({ fullName: 'Standish' }))
})

test('existing project names are offered while one is typed', async () => {
  network.reply('listUsers', found(WHEAT))
  network.reply('listUserSessions', { data: [] })
  network.reply('getUserStorage', { data: { usedBytes: 0, quotaBytes: 1 } })
  network.respond('listProjectNames', ({ query: { search: start = '' } }) => {
    const data = ['Quinoa_North', 'Quinoa_South'].filter((name) => name.toLowerCase().startsWith(start.toLowerCase()))
    return envelope(200, 'Project names loaded', { data })
  })
  await openScreen('/dashboard/users', { as: STAFF })
  await click('button', /^Review/)
  await click('button', 'Add Project')
  fill('Project type 1', 'quinoa')
  await waitFor(() => expect(offered()).toEqual(['Quinoa_North', 'Quinoa_South']))
  fill('Project type 1', 'Quinoa_South')
  await waitFor(() => expect(offered()).toEqual([]))
})

test('staff see the organisation of a person, and approve nobody whose email is not confirmed', async () => {
  network.reply('listUsers', found(userRow({ organisation: 'Plant Research Institute', isEmailConfirmed: false })))
  network.reply('listUserSessions', { data: [] })
  network.reply('getUserStorage', { data: { usedBytes: 0, quotaBytes: 1 } })
  await openScreen('/dashboard/users', { as: STAFF })
  await waitFor(() => expect(bodyRows()[0]).toHaveTextContent('Plant Research Institute'))
  expect(bodyRows()[0]).toHaveTextContent('Email not confirmed')
  await click('button', /^Review/)
  const verify = within(await screen.findByRole('dialog', { name: 'Verify User' }))
  expect(verify.getByText('Plant Research Institute')).toBeVisible()
  await choose('Status', 'Approved')
  expect(
    await verify.findByText('You can approve this person once they have confirmed their email address.'),
  ).toBeVisible()
  expect(verify.getByRole('button', { name: 'Update' })).toHaveAttribute('aria-disabled', 'true')
  await choose('Status', 'On Hold')
  await waitFor(() =>
    expect(verify.getByRole('button', { name: 'Update' })).not.toHaveAttribute('aria-disabled', 'true'),
  )
})
