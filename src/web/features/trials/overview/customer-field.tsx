import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { UserRow } from '#contract/users.ts'
import { EMAIL_MAX } from '#domain/accounts.ts'
import { displayName } from '#domain/display-names.ts'
import { looksLikeEmail, USER_STATUS_NUMBERS } from '#domain/users.ts'
import { call } from '#web/lib/api.ts'
import { classNames } from '#web/ui/class-names.ts'
import { controlClasses, Field } from '#web/ui/form/field.tsx'
import { Problem } from '../problem.tsx'

export type Customer = Pick<UserRow, 'cognitoUserId' | 'fullName' | 'email' | 'projectTypes'>

/** Staff are among those found, and not shown. */
const FOUND_MAX = 50
const SHOWN_MAX = 8
const TYPING_MS = 200

type CustomerFieldProps = {
  chosen: Customer | null
  error: string | undefined
  onChoose: (customer: Customer | null) => void
}

/** Finds an approved customer by name or email: type, then arrow keys and Enter, or a click. */
export function CustomerField({ chosen, error, onChoose }: CustomerFieldProps) {
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [marked, setMarked] = useState(0)
  const listId = useId()
  const found = useCustomers(typed, isOpen)
  const customers = found.data ?? []
  const at = Math.min(marked, customers.length - 1)
  const choose = (customer: Customer) => {
    onChoose(customer)
    setTyped(nameOf(customer))
    setIsOpen(false)
  }
  const type = (text: string) => {
    setTyped(text)
    setMarked(0)
    setIsOpen(true)
    if (chosen) onChoose(null)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const customer = customers[at]
    if (step !== 0) {
      setIsOpen(true)
      if (isOpen && customers.length > 0) setMarked((at + step + customers.length) % customers.length)
    } else if (event.key === 'Enter' && isOpen && customer) choose(customer)
    else if (event.key === 'Escape' && isOpen) setIsOpen(false)
    else return
    event.preventDefault()
    // The dialog would close, or send its form.
    event.stopPropagation()
  }
  return (
    <Field label="Customer" error={error} hint={chosen ? undefined : 'Search approved customers by name or email.'}>
      {(control) => (
        <>
          <input
            {...control}
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-activedescendant={isOpen && at >= 0 ? `${listId}-${at}` : undefined}
            autoComplete="off"
            maxLength={EMAIL_MAX}
            value={typed}
            onChange={({ target }) => type(target.value)}
            onFocus={() => setIsOpen(chosen === null)}
            onBlur={() => setIsOpen(false)}
            onKeyDown={onKey}
            className={classNames(controlClasses, 'h-11')}
          />
          <CustomerList {...{ listId, customers, marked: at, isOpen }} onMark={setMarked} onChoose={choose} />
          {isOpen && <SearchState found={found} isEmpty={customers.length === 0} />}
        </>
      )}
    </Field>
  )
}

type CustomerListProps = {
  listId: string
  customers: readonly Customer[]
  marked: number
  isOpen: boolean
  onMark: (index: number) => void
  onChoose: (customer: Customer) => void
}

const CustomerList = ({ listId, customers, marked, isOpen, onMark, onChoose }: CustomerListProps) => (
  <div
    id={listId}
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its options have two lines
    role="listbox"
    aria-label="Customers"
    hidden={!isOpen || customers.length === 0}
    className="max-h-64 overflow-y-auto rounded-md border border-line-strong bg-card py-1"
  >
    {customers.map((customer, index) => (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys are read by the field, which keeps the focus
      <div
        key={customer.cognitoUserId}
        id={`${listId}-${index}`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- with two lines
        role="option"
        aria-selected={index === marked}
        className={classNames('cursor-pointer px-3 py-2 text-sm', index === marked && 'bg-sunken')}
        onPointerDown={(event) => event.preventDefault()}
        onPointerEnter={() => onMark(index)}
        onClick={() => onChoose(customer)}
      >
        <bdi className="block font-medium wrap-anywhere">{displayName(customer.fullName)}</bdi>
        <span className="block text-muted wrap-anywhere">{customer.email}</span>
      </div>
    ))}
  </div>
)

function SearchState({ found, isEmpty }: { found: ReturnType<typeof useCustomers>; isEmpty: boolean }) {
  if (found.isError) return <Problem error={found.error} />
  if (!isEmpty) return null
  return (
    <output className="text-sm text-muted">
      {found.isFetching ? 'Searching…' : 'No approved customer has this name or email.'}
    </output>
  )
}

const nameOf = ({ fullName, email }: Customer): string => `${displayName(fullName)}, ${email}`

/** Searched for once nothing has been typed for a moment. */
function useCustomers(typed: string, isOpen: boolean) {
  const [text, setText] = useState(typed)
  useEffect(() => {
    const waiting = setTimeout(() => setText(typed.trim()), TYPING_MS)
    return () => clearTimeout(waiting)
  }, [typed])
  return useQuery({
    queryKey: ['approved-customers', text],
    queryFn: async ({ signal }) => {
      const words = text === '' ? {} : looksLikeEmail(text) ? { email: text } : { fullName: text }
      const searchReq = { ...words, status: USER_STATUS_NUMBERS.APPROVED, pageSize: FOUND_MAX }
      const { data } = await call('searchUsers', { body: { searchReq }, signal })
      return data.filter(({ roles }) => roles.includes('USER')).slice(0, SHOWN_MAX)
    },
    enabled: isOpen,
    placeholderData: keepPreviousData,
    retry: 1,
  })
}
