import type { RequiredAction } from '#domain/second-factor.ts'
import { Alert } from '#web/ui/alert.tsx'

const NOTICES = {
  NEW_PASSWORD: {
    title: 'Choose a new password first',
    text: 'Your current one was chosen by the person who set up this server. Everything else opens as soon as you have chosen your own.',
  },
  SECOND_FACTOR: {
    title: 'Set up a second factor first',
    text: 'It is required for staff. Everything else opens as soon as it is on.',
  },
} satisfies Record<RequiredAction, { title: string; text: string }>

export const RequiredActionNotice = ({ action }: { action: RequiredAction }) => (
  <Alert tone="note" title={NOTICES[action].title} className="mb-8 max-w-[54.5rem]">
    {NOTICES[action].text}
  </Alert>
)
