import type { ReactNode } from 'react'
import { brand } from '#domain/brand.ts'
import { TAKE_BACK_DAYS } from '#domain/deletions.ts'
import { PageIntro } from '#web/features/marketing/page-intro.tsx'
import { Section } from '#web/features/marketing/section.tsx'
import { MailLink } from '#web/features/marketing/text-link.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { pages } from '../pages.ts'

const TextSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <Section title={title}>
    <div className="grid max-w-[40rem] gap-4 leading-relaxed [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-5">
      {children}
    </div>
  </Section>
)

export function Component() {
  usePageTitle(pages.privacyPolicy.title)
  return (
    <>
      <PageIntro
        title="Privacy Policy"
        lead={`What ${brand.name} keeps about you, why, for how long, and what you can ask for. No advertising, no tracking.`}
      />
      <TextSection title="When you visit this site">
        <p>
          You can read the public pages without an account. They load nothing from other companies: fonts, images and
          scripts come from our own server. Like any web server, ours logs the network address and time of each request,
          to find errors and to fend off attacks.
        </p>
      </TextSection>
      <TextSection title="When you have an account">
        <ul>
          <li>
            Your full name, your email address and, if you gave it, your organisation, to know who you are and to write
            to you about your requests.
          </li>
          <li>Your password, only as a hash that can’t be turned back into it.</li>
          <li>
            Who works in your account, and whom you invited. The people of an account see each other’s name and email
            address.
          </li>
          <li>Whether your account is approved, the projects assigned to it, and messages from our team to you.</li>
          <li>Which emails you want, and our notices to you. Each notice is removed after 90 days.</li>
          <li>
            A record of important steps, such as approvals and changes of status: who did what, when, and from which
            network address.
          </li>
          <li>
            Where you are logged in: device, network address and time. Each entry is removed 90 days after its last use
            or logout.
          </li>
        </ul>
      </TextSection>
      <TextSection title="When you upload images">
        <ul>
          <li>
            The archives you upload. Photos usually contain the place and time they were taken, and the camera’s serial
            number.
          </li>
          <li>Your descriptions, the outputs you ordered, and the status of each request.</li>
          <li>The reports and files we make for you.</li>
        </ul>
        <p>
          Only the people of your account and our team can open them, and those to whom you show a report, a map or a
          trial: by a link that you end when you want, or by sharing a trial with another account. Download links are
          signed and expire after one hour. Uploads that are not finished are deleted after seven days without activity.
        </p>
      </TextSection>
      <WithoutAccount />
      <Rights />
    </>
  )
}

const WithoutAccount = () => (
  <>
    <TextSection title="When you write to us">
      <p>
        The contact form stores your name, email address and message, and emails them to us. We only use them to answer
        you.
      </p>
    </TextSection>
    <TextSection title="What your browser stores">
      <p>
        While you are logged in, the tab stores your session, and the browser stores your name, email, role, account
        status, projects and our last message to you, so you don’t have to log in on every page. Logging out clears
        both. The browser also remembers your theme, whether you use keyboard shortcuts, which message you dismissed and
        which file an unfinished upload was sending. One cookie remembers for seven days whether the sidebar is open.
        None of this is shared with anyone.
      </p>
    </TextSection>
  </>
)

const Rights = () => (
  <>
    <TextSection title="Who is responsible">
      <p>
        {brand.operator} is responsible for the data on this site. Write to <MailLink />.
      </p>
    </TextSection>
    <TextSection title="Sharing, copies and deleting">
      <p>We don’t sell your data, and we only use your images for your requests.</p>
      <ul>
        <li>
          A copy: under Account settings you download all that we keep about you. Your images, reports and maps are
          downloaded where they are listed.
        </li>
        <li>
          Deleting: you delete maps, raw images, requests, trials, projects and your account yourself, or ask us to.
          Everything can be taken back for {TAKE_BACK_DAYS} days. Then it is removed for good, with all that was made of
          it, unless the law makes us keep it.
        </li>
        <li>
          Backups age out after it. If we have to restore an older one, what was removed since is removed again before
          anyone can log in.
        </li>
        <li>
          The record of important steps says that something was removed, when, on whose wish, and the names, sizes and
          hashes of its files. It keeps the names it was written with.
        </li>
        <li>
          Where we keep raw images for a limited time after a report, we email you 14 and 3 days before they are
          removed, and you can keep them.
        </li>
      </ul>
      <p>
        For anything else, such as having something corrected, write to <MailLink /> from the address of your account.
      </p>
    </TextSection>
  </>
)
