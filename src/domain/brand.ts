/** The name and contacts of the company. Placeholders: put in your own before you publish (README.md). */
export const brand = {
  name: 'Skyfurrow',
  tagline: 'From drone images to numbers you can trust',
  contactEmail: 'hello@skyfurrow.example',
  careersUrl: 'mailto:careers@skyfurrow.example',
  socialLinks: [
    { label: 'LinkedIn', url: 'https://www.linkedin.com/company/skyfurrow' },
    { label: 'YouTube', url: 'https://www.youtube.com/@skyfurrow' },
    { label: 'GitHub', url: 'https://github.com/skyfurrow' },
  ],
  /** What customers ask first. These texts promise nothing that you have not decided. */
  answers: {
    turnaround: 'It depends on the number of photos and on what you order. Ask us for a date before you fly.',
    price: 'Tell us your crop, the number of plots and the outputs you need, and we’ll send you a quote.',
    dataLocation: 'On the servers that run this site. Ask us for the country before you upload, if it matters to you.',
    support: 'The person who made your report: their name and email are on it.',
  },
  /** Who is responsible for personal data: legal name and postal address. */
  operator: 'Skyfurrow',
} as const
