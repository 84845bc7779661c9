import type { ReactNode } from 'react'
import { brand } from '#domain/brand.ts'
import { PageIntro } from '#web/features/marketing/page-intro.tsx'
import { Section } from '#web/features/marketing/section.tsx'
import { MailLink } from '#web/features/marketing/text-link.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { pages } from './pages.ts'

const Text = ({ children }: { children: ReactNode }) => (
  <div className="grid max-w-[40rem] gap-4 leading-relaxed [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-5">
    {children}
  </div>
)

export function Component() {
  usePageTitle(pages.privacyPolicy.title)
  return (
    <>
      <PageIntro
        title="Privacy Policy"
        lead={`What ${brand.name} keeps about you, why, for how long, and what you can ask for. There is no advertising and no tracking on these pages.`}
      />
      <Section title="Reading the public pages">
        <Text>
          <p>
            You can read them without an account. They load nothing from other companies: fonts, pictures and programs
            come from our own server. Like every web server, ours notes the address and time of each call to find faults
            and to fend off attacks.
          </p>
        </Text>
      </Section>
      <Section title="What we keep for an account">
        <Text>
          <ul>
            <li>Your full name and email address, to know who you are and to write to you about your requests.</li>
            <li>Your password, only as a value from which it cannot be read back.</li>
            <li>Whether your account is approved, the projects assigned to it, and messages from our staff to you.</li>
            <li>
              A record of important steps, such as approvals and changes of status: who did what, when, and from which
              network address.
            </li>
            <li>
              The places where you are logged in: device, network address and time. Each is removed 90 days after it was
              last used or logged out.
            </li>
          </ul>
        </Text>
      </Section>
      <Section title="What we keep of your work">
        <Text>
          <ul>
            <li>
              The archives you upload. Photos usually carry the place and time at which they were taken, and the serial
              number of the camera.
            </li>
            <li>Your descriptions, the outputs you asked for, and the state of each request.</li>
            <li>The reports and files we make for you.</li>
          </ul>
          <p>
            You and our staff can open them. Links for downloads are signed and end after one hour. Uploads that are
            begun and not touched for seven days are deleted.
          </p>
        </Text>
      </Section>
      <Section title="When you write to us">
        <Text>
          <p>
            The contact form keeps your name, your address and your message, and mails them to us. We use them to answer
            you, and for nothing else.
          </p>
        </Text>
      </Section>
      <Section title="What lies in your browser">
        <Text>
          <p>
            While you are logged in, the tab holds your session, and the browser holds your name, email and role, so
            that you need not log in on every page. Logging out clears both. One cookie remembers for seven days whether
            the side bar is folded. None of this is passed to anyone else.
          </p>
        </Text>
      </Section>
      <Section title="Passing on, and deleting">
        <Text>
          <p>We do not sell your data, and we do not use your images for anything but your requests.</p>
          <p>
            You may ask what we keep about you, have it corrected, get a copy of it, or have it deleted, images and
            reports included. Write to <MailLink /> from the address of your account.
          </p>
        </Text>
      </Section>
    </>
  )
}
