import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { SENDER_NAME_MAX } from '#domain/messages.ts'
import { type SessionUser, useSession } from '#web/lib/session/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/form/email-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { ContactErrors } from './send-contact-message.ts'

const UNSENT = "We couldn't send your message. Your text is still here; please try again."
const NO_ERRORS: ContactErrors = { fields: {} }
const never = () => () => {}

export function ContactForm() {
  const [sent, setSent] = useState(false)
  return sent ? <Sent onAnother={() => setSent(false)} /> : <Form onSent={() => setSent(true)} />
}

function Form({ onSent }: { onSent: () => void }) {
  const { user } = useSession()
  const [errors, setErrors] = useState(NO_ERRORS)
  const [pending, setPending] = useState(false)
  // The page is prerendered, and the form does not work before hydration.
  const isReady = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const form = useRef<HTMLFormElement>(null)

  const [rejections, setRejections] = useState(0)
  useEffect(() => {
    if (rejections > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [rejections])
  const showErrors = (found: ContactErrors) => {
    setErrors(found)
    setRejections(rejections + 1)
  }
  const clear = (name: string) => {
    if (errors.fields[name] !== undefined || errors.whole !== undefined)
      setErrors({ fields: { ...errors.fields, [name]: undefined } })
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const values = new FormData(event.currentTarget)
    setPending(true)
    try {
      const { sendContactMessage } = await import('./send-contact-message.ts')
      const found = await sendContactMessage(values)
      if (found) showErrors(found)
      else onSent()
    } catch (error) {
      console.error(error)
      showErrors({ fields: {}, whole: UNSENT })
    }
    setPending(false)
  }
  const field = (name: string) => ({ name, error: errors.fields[name], onChange: () => clear(name) })

  return (
    <form
      ref={form}
      // A new key resets the form with the data of the person who is signed in.
      key={user?.email ?? ''}
      noValidate
      aria-label="Message to us"
      onSubmit={(event) => void submit(event)}
      className="relative flex flex-col gap-5"
    >
      <Fields user={user} field={field} />
      <Honeypot />
      {errors.whole !== undefined && <Alert tone="danger">{errors.whole}</Alert>}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" className="h-11 px-6" pending={pending} disabled={!isReady}>
          Send message
        </Button>
        <p className="text-sm text-muted">We only use your address to answer you.</p>
      </div>
      <noscript>
        <p className="text-sm">The form needs JavaScript. Without it, write us an email.</p>
      </noscript>
    </form>
  )
}

type FieldsProps = {
  user: SessionUser | undefined
  field: (name: string) => { name: string; error: string | undefined; onChange: () => void }
}

const Fields = ({ user, field }: FieldsProps) => (
  <>
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label="Your name"
        autoComplete="name"
        maxLength={SENDER_NAME_MAX}
        defaultValue={user?.fullName}
        {...field('name')}
      />
      <EmailField label="Your email" autoComplete="email" defaultValue={user?.email} {...field('email')} />
    </div>
    <TextArea label="Message" rows={8} {...field('message')} />
  </>
)

/** A honeypot: people do not see it, spam bots fill it in. */
const Honeypot = () => (
  <div aria-hidden className="absolute size-px overflow-hidden opacity-0">
    <label>
      Website
      <input name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)

function Sent({ onAnother }: { onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="flex min-h-80 flex-col items-start justify-center gap-4">
      <h2
        ref={heading}
        tabIndex={-1}
        className="font-display text-3xl/tight font-semibold tracking-[-0.02em] outline-none"
      >
        Your message is on its way
      </h2>
      <p className="max-w-[30rem] text-lg/relaxed text-muted">
        A person will read it and answer by email, to the address you gave. If you hear nothing within a few days, check
        your spam folder, then write again.
      </p>
      <Button variant="secondary" onClick={onAnother}>
        Write another message
      </Button>
    </div>
  )
}
